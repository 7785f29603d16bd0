// Newton's method from chosen starts: concrete arithmetic on each path.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  int n = klee_range(1, 6, "n");
  double a = 0;
  switch (n) {
  case 1: a = 2; break;
  case 2: a = 1e10; break;
  case 3: a = 0.5; break;
  case 4: a = 1e-10; break;
  default: a = 3;
  }
  double root = a;
  int steps = 0;
  while (fabs(root * root - a) > 1e-12 * a) {
    root = (root + a / root) / 2;
    assert(++steps < 60);
  }
  assert(fabs(root - sqrt(a)) <= 1e-11 * root);
  return 0;
}
