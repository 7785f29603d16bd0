// As sums_of_bits.c, with a mask that loses a carry: wrong for words with eight ones in a byte only.
// expect: bug assertion @16
// expect: bug assertion @17
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
  uint32_t x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  int count = 0;
  for (int i = 0; i < 32; i++) count += x >> i & 1;
  uint32_t fields = x - (x >> 1 & 0x55555555);
  fields = (fields & 0x33333333) + (fields >> 2 & 0x33333333);
  if (y == 1) assert(count == (int)((fields + (fields >> 4) & 0x07070707) * 0x01010101 >> 24));
  if (y == 2) assert((int8_t)x == (int)(x & 255));
  return 0;
}
