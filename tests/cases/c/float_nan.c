// Not a number: unequal to itself, in no order, and kept by sums.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  double x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == x) {
    assert(!isnan(x));
    assert(x < 0 || x >= 0);
  } else {
    assert(isnan(x) && !(x < 0) && !(x >= 0) && !(x <= x));
    assert(isnan(x + 1) && isnan(-x) && isnan(sqrt(x)) && fmax(x, 2.0) == 2.0);
    assert((x != 0) && !isinf(x) && !isfinite(x));
  }
  return 0;
}
