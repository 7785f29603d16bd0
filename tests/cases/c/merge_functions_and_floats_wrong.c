// As functions that differ, but one of three results is not as claimed.
// expect: bug assertion @16
#include <assert.h>
#include <klee/klee.h>
static double half(double x) { return x / 2; }
static double same(double x) { return x; }
static double twice(double x) { return x * 2; }
int main(void) {
  int c = klee_int("c");
  double (*f)(double) = same;
  if (c == 1) f = half;
  if (c == 2) f = twice;
  double y = f(3.5);
  assert(y > 1.5);
  assert(y < 7.5);
  assert(y < 7.0);
  return 0;
}
