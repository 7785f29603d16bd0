// fmod of symbols: bounds, signs, errno, and quotients that are rounded up to an integer.
// expect: safe
#include <assert.h>
#include <errno.h>
#include <math.h>
double nondet_double(void);
int main(void) {
  double x = nondet_double();
  if (!(fabs(x) < 1e6)) return 0;
  double rest = fmod(x, 3);
  assert(fabs(rest) < 3);
  assert(signbit(rest) == signbit(x));
  assert(isnan(fmod(x, 0)) && errno == EDOM);
  if (x != 1 && x != 3) return 0;
  assert(x / 0.1 == 10 * x && fmod(x, 0.1) > 0.09);
  return 0;
}
