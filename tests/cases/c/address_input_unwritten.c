// Whether an input that is the address of an object leads to what was never written depends on
// where the object lies.
// expect: incomplete address-dependent
#include <klee/klee.h>
#include <stdint.h>

uintptr_t nondet_ulong(void);

static int part(int *x) {
  int row[64];
  for (int i = 0; i < 63; i++) row[i] = 1;
  uintptr_t n = nondet_ulong();
  klee_assume(n == (uintptr_t)x);
  return row[n >> 4 & 63];
}

int main(void) {
  int x;
  return part(&x);
}
