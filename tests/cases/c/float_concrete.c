// Arithmetic of concrete float, double and long double.
// expect: safe
#include <assert.h>
#include <float.h>
#include <math.h>
int main(void) {
  float f = 0.1f;
  double d = 0.1;
  long double l = 0.1L;
  assert((double)f != d && f + 0.2f > 0.3f - 1e-6f);
  assert(d + 0.2 != 0.3 && l + 0.2L == 0.3L);
  assert((long double)d != l && (int)(d * 100) == 10 && (unsigned char)200.9 == 200);
  assert(1e308 * 10 > DBL_MAX && -1.0 / 0.0 < 0 && 0.0 / 1.0 == -0.0);
  double nan = 0.0 / (d - d);
  assert(nan != nan && !(nan < 1) && !(nan >= 1));
  assert(sqrt(2.0) * sqrt(2.0) > 2.0 && floor(-1.5) == -2 && ceil(1.2) == 2 && fabs(-3.0) == 3 && fmod(7.5, 2) == 1.5);
  assert((float)16777217 == 16777216.0f && (long)1e18L == 1000000000000000000l);
  assert(sizeof l == 16 && LDBL_MANT_DIG == 64 && 1.0L + LDBL_EPSILON != 1.0L && 1.0L + LDBL_EPSILON / 2 == 1.0L);
  return 0;
}
