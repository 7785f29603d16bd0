// A table of two arguments.
// options: --index doubles --index-outside general --index-size 16
// expect: bug assertion @12
// expect: incomplete unmodelled-call
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (x != 2 && x != 5) return 0;
  double z = pow(x, y);
  assert(!(z == 8 && y < 4) || y != 3);
  return 0;
}
