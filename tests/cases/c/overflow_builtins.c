// __builtin_*_overflow of several types.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x, y, r;
  unsigned char c;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_make_symbolic(&c, sizeof c, "c");
  long wide = (long)x + y;
  assert(__builtin_add_overflow(x, y, &r) == (wide != (int)wide));
  assert(r == (int)wide);
  unsigned char small;
  assert(__builtin_add_overflow(c, 1, &small) == (c == 255));
  assert(__builtin_sub_overflow(c, 1, &small) == (c == 0));
  unsigned long big;
  assert(__builtin_mul_overflow(1ul << 63, c, &big) == (c > 1));
  return 0;
}
