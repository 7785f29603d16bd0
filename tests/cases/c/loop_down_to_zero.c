// A guard that is also what keeps the counter from wrapping around ends the rounds all the same.
// expect: bug assertion @11
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char m = __VERIFIER_nondet_uchar();
  unsigned char i = 5, x = 0;
  while (i != 0 && x < m) { i--; x++; }
  assert(!(x == 5 && m > 100));
  return 0;
}
