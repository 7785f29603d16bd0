// A step of Newton's method for a square root brings it close, for each sixteenth between one and two.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int n = klee_range(16, 33, "n");
  float a = n / 16.0f, root = 1.25f;
  for (int i = 0; i < 1; i++) root = (root + a / root) / 2;
  assert(root * root >= a - 0.001f && root * root - a <= 0.052f);
  return 0;
}
