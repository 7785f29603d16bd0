// As index_all_members.c, with a failure for one of the members.
// options: --index doubles --index-outside general --index-size 16
// expect: bug assertion @10
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  double x = __VERIFIER_nondet_double();
  klee_assume(x == 0 || x == 0.25);
  assert(cos(x) > 0.96 && exp(x) < 1.2);
  return 0;
}
