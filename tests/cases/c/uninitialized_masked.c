// The bits that are looked at were written.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned x;
  unsigned char *bytes = (unsigned char *)&x;
  bytes[0] = 0x12;
  assert((x & 0xff) == 0x12);
  x = x << 24 >> 24;
  assert(x == 0x12);
  unsigned y;
  y = y & 0;
  assert(y == 0);
  return 0;
}
