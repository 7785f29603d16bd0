// Functions of results of functions: all of them have a result, and nothing is left out.
// options: --index doubles --index-outside general --index-size 16
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  double x = __VERIFIER_nondet_double();
  klee_assume(x == 0 || x == 0.25 || x == 3);
  double y = fmod(exp(x), 0.3);
  assert(sin(y) < 0.3 && pow(2, y) < 1.25);
  return 0;
}
