// One step of Newton's method towards the root of a polynomial at 0.
#include <assert.h>
float __VERIFIER_nondet_float(void);
void __VERIFIER_assume(int);
static float value(float x) { return x - x * x * x / 6 + x * x * x * x * x / 120; }
static float slope(float x) { return 1 - x * x / 2 + x * x * x * x / 24; }
int main(void) {
  float x = __VERIFIER_nondet_float();
  __VERIFIER_assume(-0.2f < x && x < 0.2f);
  float next = x - value(x) / slope(x);
  assert(-0.1f < next && next < 0.1f);
}
