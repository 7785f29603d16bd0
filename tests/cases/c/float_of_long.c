// A long double holds every long, so that the conversion back gives the same number.
// expect: bug assertion @14

#include <assert.h>

long __VERIFIER_nondet_long(void);

int main(void) {
  long n = __VERIFIER_nondet_long();
  long double x = -(long double)n;
  assert((long)-x == n);
  if (n <= 0 || n > 999999999) return 0;
  if (n % 2 == 0 || n % 3 != 0) return 0;
  assert(x * x != 12345678987654321.0L);
  return 0;
}
