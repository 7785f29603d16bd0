// Adding one does not make a number smaller.
// expect: safe
#include <assert.h>
float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0 && x <= 100)) return 0;
  assert(x + 1.0f >= x);
  assert(x + 1.0f > 0);
  return 0;
}
