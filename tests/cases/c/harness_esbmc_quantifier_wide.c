// A value of the variable beyond those that are tried decides a quantifier.
// expect: bug assertion @7
#include <assert.h>

int main(void) {
  int n;
  assert(__ESBMC_forall(&n, n <= 1024 || n != 1000000));
  return 0;
}
