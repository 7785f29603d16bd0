// The failure needs a number that does not lead to any of the program: never `safe`.
// options: --index doubles --index-outside drop --index-rounds 0
// expect: incomplete outside-index
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  double x = __VERIFIER_nondet_double();
  klee_assume(x > 1000000 && x < 1000001);
  assert(!(pow(x, 0.5) > 1000));
  return 0;
}
