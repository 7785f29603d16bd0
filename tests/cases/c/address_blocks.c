// The locals of two blocks that are not running together may have the same address.
// expect: incomplete address-dependent
#include <assert.h>
#include <stdint.h>
#include <klee/klee.h>

static char *volatile text;

int main(void) {
  uintptr_t first = 0, second = 0;
  if (klee_range(0, 2, "which")) {
    char x[64];
    text = x;
    first = (uintptr_t)x;
  }
  {
    char y[64];
    text = y;
    second = (uintptr_t)y;
  }
  assert(first != second);
}
