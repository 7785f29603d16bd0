// The functions on floats.
// options: --index floats --index-outside general
// expect: bug assertion @11
// expect: incomplete unmodelled-call
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  float x = __VERIFIER_nondet_float();
  float y = log2f(x);
  assert(y != 5.0f);
  return 0;
}
