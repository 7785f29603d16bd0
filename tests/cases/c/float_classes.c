// The classes of numbers, by arithmetic and by their bits.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  double x;
  klee_make_symbolic(&x, sizeof x, "x");
  double y = x * 0.5;
  assert(!!isnan(x) + !!isinf(x) + !!isfinite(x) == 1 && !(isnan(y) && isinf(y)));
  assert((fpclassify(x) == FP_NAN) == !!isnan(y));
  if (isnormal(x)) assert(isfinite(y) && x != 0);
  if (fpclassify(x) == FP_SUBNORMAL) assert(fabs(y) < 0x1p-1022);
  if (isinf(x)) assert(y == x);
  return 0;
}
