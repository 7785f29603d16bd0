// An approximation of sin(x) exceeds 0.999 in a small part of its inputs.
#include <assert.h>
float __VERIFIER_nondet_float(void);
void __VERIFIER_assume(int);
int main(void) {
  float x = __VERIFIER_nondet_float();
  __VERIFIER_assume(-1.6f < x && x < 1.6f);
  float sine = x - x * x * x / 6 + x * x * x * x * x / 120 - x * x * x * x * x * x * x / 5040;
  assert(sine <= 0.999f);
}
