// Quantifiers over all ints, and over truth values that nothing has set.
// expect: safe
#include <assert.h>

int main(void) {
  int n = 3;
  _Bool b;
  assert(__ESBMC_forall(&n, n < 0 || n / 3 <= n));
  if (__ESBMC_exists(&n, n == 1000000)) assert(n == 3);
  assert(__ESBMC_forall(&b, b <= 1) && __ESBMC_exists(&b, b) && !__ESBMC_forall(&b, b));
  return 0;
}
