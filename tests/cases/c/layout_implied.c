// A state implies a condition for our layout of objects only: other layouts do not drop it.
// expect: incomplete address-dependent
// options: --disable leak
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *p = malloc(1);
  if (!p) return 0;
  unsigned i = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint(), k;
  if (c) {
    if (i != 9) return 0;
  } else {
    if (((uintptr_t)p >> 12 & 3) != i) return 0;
  }
  for (k = 0; k < 3; k++) c++;
  if (i == 2) k = 7;
  assert(k != 7);
  return 0;
}
