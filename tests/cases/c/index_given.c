// A number that only the command line knows.
// options: --index doubles --index-outside general --index-seed 1.9 --index-rounds 0
// expect: bug assertion @11
// expect: incomplete unmodelled-call
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = tgamma(x);
  assert(!(y > 0.96 && y < 0.97));
  return 0;
}
