// A counter that wraps around reaches a small number. Chains of a loop count modulo its type.
// expect: bug assertion @11
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() & 7, i = 0, a = 250;
  while (i < n) {
    i++;
    a += 3;
  }
  assert(a != 0);
  return 0;
}
