// The argument is computed from an integer, the result is used in arithmetic.
// options: --index doubles --index-outside general
// expect: bug assertion @11
// expect: incomplete unmodelled-call
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  int n = klee_range(-1000, 1000, "n");
  double square = pow(n, 2.0);
  assert(square + 1 != 50.0 || n > 0);
  return 0;
}
