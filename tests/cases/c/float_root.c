// Bisection on doubles: the loop runs as long as the input, which the path fixes, says.
// expect: bug assertion @16
#include <assert.h>
#include <math.h>
double nondet_double(void);
static double root(double x, int rounds) {
  double low = 0, high = x < 1 ? 1 : x;
  for (int i = 0; i < rounds && high - low > 1e-9; i++) {
    double middle = (low + high) / 2;
    if (middle * middle > x) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}
static void check(double x, int rounds) {
  assert(fabs(root(x, rounds) * root(x, rounds) - x) < 1e-6);
}
int main(void) {
  double x = nondet_double();
  if (x == 2) check(x, 100);
  if (x == 9) check(x, 10);
  return 0;
}
