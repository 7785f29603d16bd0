// Functions of math.h that are exact, on symbolic arguments.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  float x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if (!(x >= -4 && x <= 4 && y >= 0 && y <= 1)) return 0;
  assert(floorf(x) <= x && ceilf(x) >= x && fabsf(truncf(x)) <= fabsf(x));
  assert(lrintf(x) == (long)rintf(x));
  assert(fmaxf(x, y) >= y && fminf(x, y) <= x && copysignf(y, -1.0f) <= 0);
  assert(fabs((double)x) >= 0 && ldexpf(y, 3) == y * 8 && fdimf(y, 2.0f) == 0);
  return 0;
}
