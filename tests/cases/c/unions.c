// One memory, several types.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
union u { unsigned word; unsigned char bytes[4]; struct { unsigned short low, high; } halves; float f; };
int main(void) {
  union u u;
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  u.word = x;
  assert(u.bytes[0] == (x & 0xff) && u.bytes[3] == x >> 24);
  assert(u.halves.high == x >> 16);
  u.bytes[1] = 0;
  assert(u.word == (x & 0xffff00ff));
  u.f = 1.0f;
  assert(u.word == 0x3f800000);
  return 0;
}
