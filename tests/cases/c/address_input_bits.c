// An input that is the address of an object has bits that nobody promises.
// expect: incomplete address-dependent
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

uintptr_t nondet_ulong(void);

int main(void) {
  int x = 1;
  uintptr_t n = nondet_ulong();
  klee_assume(n == (uintptr_t)&x);
  unsigned low = n >> 6 & 3;
  assert(low != 1);
  assert(low != 2);
}
