// A sequence of branches is impossible for our layout of objects only: no clause follows.
// expect: incomplete address-dependent
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);
int g;
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
  if (c) {
    if (i == 2) return 0;
  }
  if (((uintptr_t)&g >> 12 & 3) == i) {
    if (i == 2) assert(0);
  }
  return 0;
}
