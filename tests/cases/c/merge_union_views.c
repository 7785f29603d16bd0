// A union that holds a float on one side and an integer on the other, read by its bytes.
// expect: safe
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
union word { float real; unsigned bits; unsigned char bytes[4]; };
int main(void) {
  int c = klee_int("c");
  union word w;
  if (c == 1) w.real = 1.0f;
  else if (c == 2) w.real = -2.5f;
  else w.bits = (unsigned)c;
  assert(c != 1 || w.bits == 0x3f800000);
  assert(c != 2 || w.bytes[3] == 0xc0);
  assert(c == 1 || c == 2 || w.bits == (unsigned)c);
  unsigned char copy[4];
  memcpy(copy, &w, 4);
  assert(copy[3] == w.bits >> 24);
  if (c == 1) assert(w.real * 2 == 2.0f);
  if (c == 2) assert(w.real * 2 == -5.0f);
  return 0;
}
