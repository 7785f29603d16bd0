// A point between a number and 10 lies between 0 and little more than 10.
#include <assert.h>
float __VERIFIER_nondet_float(void);
void __VERIFIER_assume(int);
int main(void) {
  float from = __VERIFIER_nondet_float(), part = __VERIFIER_nondet_float();
  __VERIFIER_assume(0 <= from && from <= 10 && 0 <= part && part <= 1);
  float between = from + part * (10 - from);
  assert(0 <= between && between <= 10.1f);
}
