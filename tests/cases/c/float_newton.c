// A step of Newton's method for a square root brings it close, from a guess that is right within a half.
// expect: safe
#include <assert.h>
float __VERIFIER_nondet_float(void);
int main(void) {
  float a = __VERIFIER_nondet_float();
  if (!(a >= 1 && a <= 2)) return 0;
  float root = 1.25f;
  for (int i = 0; i < 1; i++) root = (root + a / root) / 2;
  assert(root * root >= a - 0.001f && root * root - a <= 0.052f);
  return 0;
}
