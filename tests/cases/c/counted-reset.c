// One path of a loop resets what the other counts, and an inner loop counts on.
// expect: bug assertion @16
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() & 3, m = __VERIFIER_nondet_uchar() & 3;
  unsigned char count = 250, resets = 0;
  for (int i = 0; i < n; i++) {
    if (i == m) {
      count = 254;
      resets++;
    }
    for (int j = 0; j <= i; j++)
      count++;
  }
  assert(resets != 1 || count != 3);
  return 0;
}
