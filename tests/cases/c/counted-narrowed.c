// Sums that are cut to narrow types of either sign, and extended again.
// expect: bug assertion @15
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() & 15;
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += 20;
  signed char low = (signed char)sum;
  unsigned char same = (unsigned char)sum;
  short joined = (short)(low * 256 + same);
  unsigned bits = (unsigned)sum << 28;
  // 220 is -36 as a signed character, and 12 in its lowest bits.
  assert(low != -36 || same != 220 || joined != -8996 || (int)bits >> 28 != -4 || bits >> 28 != 12);
  return 0;
}
