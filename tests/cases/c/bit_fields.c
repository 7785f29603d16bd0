// Signed and unsigned bit-fields, wrap-around, and fields across bytes.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
struct flags { unsigned a : 1; int b : 4; unsigned long c : 37; unsigned : 0; unsigned d : 12; _Bool e : 1; };
int main(void) {
  struct flags f = {0};
  int x = klee_int("x");
  f.a = (unsigned)x;
  f.b = x;
  f.c = (unsigned)x * 1ul << 20;
  f.d = (unsigned)x;
  f.e = x;
  assert(f.a == (x & 1u));
  assert(f.b >= -8 && f.b <= 7 && ((f.b ^ x) & 15) == 0);
  assert(f.c == (((unsigned)x * 1ul << 20) & ((1ul << 37) - 1)));
  assert(f.d == (x & 0xfffu) && f.e == (x != 0));
  return 0;
}
