// The square root of a float as a double, rounded: no larger than one for arguments up to one.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (!(x >= 0.25f && x <= 1)) return 0;
  float root = sqrtf(x);
  assert(root >= 0.5f && root <= 1);
  return 0;
}
