// Words of memory that are written in parts, copied as a whole and read as other types.
// expect: bug assertion @18
#include <assert.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() & 7;
  unsigned char bytes[4] = {0, 0, 0, 0};
  unsigned word = 0;
  struct { short low, high; } halves = {0, 0};
  for (int i = 0; i < n; i++)
    word += 0x10203;
  memcpy(bytes, &word, sizeof word);
  memcpy(&halves, bytes, sizeof bytes);
  bytes[1] = 255;
  int low = halves.low, high = halves.high, middle = bytes[0] + bytes[1] + bytes[2];
  // Five times 0x10203 is 0x50a0f.
  assert(low != 0xa0f || high != 5 || middle != 15 + 255 + 5);
  return 0;
}
