// With a step that is an input, a counter that grows until it wraps around does not never end.
// expect: bug assertion @11
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  if (b < 198 || b > 200) return 0;
  do { x -= b; } while (x > b);
  assert(x != 6);
  return 0;
}
