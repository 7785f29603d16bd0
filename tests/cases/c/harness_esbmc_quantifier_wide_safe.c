// Quantifiers over all ints.
// expect: safe
#include <assert.h>

int main(void) {
  int n = 3;
  assert(__ESBMC_forall(&n, n < 0 || n / 3 <= n));
  if (__ESBMC_exists(&n, n == 1000000)) assert(n == 3);
  return 0;
}
