// A loop that counts down to zero ends, and what comes behind it fails for one input.
// expect: bug assertion @11
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned x = 0;
  for (unsigned char i = n; i; i--) x = x + 3;
  assert(x != 765);
  return 0;
}
