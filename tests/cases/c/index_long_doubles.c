// The functions on long doubles, on numbers that constants lead to.
// options: --index long-doubles --index-outside general
// expect: bug assertion @10
// expect: incomplete unmodelled-call
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  long double x = __VERIFIER_nondet_long_double();
  assert(powl(x, 0.5L) != 3);
  return 0;
}
