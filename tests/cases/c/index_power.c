// A function without a term, computed on numbers of the program and what leads to them.
// options: --index doubles --index-outside general
// expect: bug assertion @10
// expect: incomplete unmodelled-call
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  double x = __VERIFIER_nondet_double();
  assert(pow(x, 0.5) != 3);
  return 0;
}
