// As many inputs as an input says, then one more.
// expect: bug assertion @13
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char count = __VERIFIER_nondet_uchar();
  int sum = 0;
  for (int i = 0; i < count && i < 5; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c >= 10) sum += 10;
    else sum += 1;
  }
  assert(!(sum == 32 && __VERIFIER_nondet_uchar() == 77));
  return 0;
}
