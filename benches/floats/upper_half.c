// Comparisons of the upper half of a double bound it, as in fdlibm; then a polynomial is evaluated.
#include <assert.h>
#include <string.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  int halves[2];
  memcpy(halves, &x, sizeof x);
  int magnitude = halves[1] & 0x7fffffff;
  if (magnitude >= 0x3fe00000 || magnitude < 0x3e400000) return 0; /* 2^-27 <= |x| < 0.5 */
  double square = x * x;
  double sum = 1 + square * (0.16 + square * (0.08 + square * 0.05));
  int scaled = (int)(sum * 1000);
  assert(1000 <= scaled && scaled < 1100);
}
