// Functions that differ between two branches, called after them; their results are floats and never reach an integer.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
static double half(double x) { return x / 2; }
static double root(double x) { return x * x; }
static double third(double x) { return x / 3; }
int main(void) {
  int c = klee_int("c");
  double (*f)(double);
  double scale;
  if (c < 10) {
    f = half;
    scale = 1.5;
  } else if (c < 20) {
    f = root;
    scale = 0.25;
  } else {
    f = third;
    scale = 1e300;
  }
  double y = f(3.0);
  assert(c >= 10 || y == 1.5);
  assert(c < 20 || y == 1.0);
  if (y * scale > 1e10) assert(c >= 20);
  else if (y > 5) assert(y == 9.0 && c >= 10);
  else assert(f == half && y * scale == 2.25);
  return 0;
}
