// 80-bit floats: more precise than doubles, and symbolic too.
// expect: bug assertion @11
#include <assert.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 1 && x <= 2)) return 0;
  long double wide = x;
  assert((double)wide == x && wide + 0x1p-60L > wide);
  wide += 0x1p-53L;
  assert((double)wide == x);
  return 0;
}
