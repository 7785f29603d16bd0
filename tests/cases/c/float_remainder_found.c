// The quotient of fmod is rounded towards zero, that of remainder to nearest.
// expect: bug assertion @8
// expect: bug assertion @9
#include <assert.h>
#include <math.h>
double nondet_double(void);
static void differs(double x) {
  assert(fmod(x, 7.5) != 2.25);
  assert(remainder(x, 7.5) != -3);
  assert(fmod(x, 7.5) >= 0 && remainder(x, 7.5) <= 3.75);
}
int main(void) {
  double x = nondet_double();
  if (x > 100 && x < 200) differs(x);
  return 0;
}
