// A local that is declared after a call may have the address of a local of the called function, if the call is inlined.
// expect: incomplete address-dependent
#include <assert.h>
#include <stdint.h>

static volatile int *last;

static uintptr_t callee(void) {
  int x[4];
  last = x;
  return (uintptr_t)x;
}

int main(void) {
  uintptr_t first = callee();
  {
    int y[4];
    last = y;
    assert((uintptr_t)y != first);
  }
}
