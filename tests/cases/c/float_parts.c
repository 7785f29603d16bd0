// Functions of math.h that take numbers apart.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  assert(ilogb(10.0) == 3 && logb(0.25) == -2 && nextafter(1.0, 2.0) == 1 + 0x1p-52);
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (!(x >= 0.5f && x <= 8)) return 0;
  float whole, fraction = modff(x, &whole);
  assert(fraction >= 0 && fraction < 1 && whole <= x);
  int exponent;
  float mantissa = frexpf(x, &exponent);
  assert(mantissa >= 0.5f && mantissa < 1 && exponent >= 0 && exponent <= 4);
  assert(nextafterf(x, 2000) > x && nextafterf(x, 0) < x);
  return 0;
}
