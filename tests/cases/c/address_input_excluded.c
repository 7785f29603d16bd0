// Assumptions on an input that exclude our address of an object leave others.
// expect: incomplete address-dependent
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

uintptr_t nondet_ulong(void);

int main(void) {
  int x = 1;
  uintptr_t n = nondet_ulong();
  klee_assume(n == (uintptr_t)&x);
  klee_assume(n < 0x600000000000);
  assert(x != 1);
}
