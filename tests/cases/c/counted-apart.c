// A counter that wraps around and steps over a number. Chains of a loop count modulo its type.
// expect: safe
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() & 7, i = 0, a = 250;
  while (i < n) {
    i++;
    a += 3;
  }
  assert(a != 4);
  return 0;
}
