// A quotient that no double holds exactly: of the rest, only bounds are known.
// expect: incomplete solver-unknown
#include <assert.h>
#include <math.h>
double nondet_double(void);
int main(void) {
  double x = nondet_double();
  if (x > 1e300 && x < 1e301) {
    double rest = fmod(x, 3);
    assert(rest >= 0 && rest < 3);
    assert(rest != 1.5);
  }
  return 0;
}
