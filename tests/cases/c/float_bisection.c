// Bisection that stops too early: the root of x*x - c is not met as closely as promised.
// expect: bug assertion @14
#include <assert.h>
float __VERIFIER_nondet_float(void);
int main(void) {
  float c = __VERIFIER_nondet_float();
  if (!(c >= 1.0f && c <= 4.0f)) return 0;
  float low = 1.0f, high = 2.0f;
  for (int i = 0; i < 3; i++) {
    float middle = (low + high) / 2;
    if (middle * middle <= c) low = middle;
    else high = middle;
  }
  assert(low * low >= c - 0.25f);
  return 0;
}
