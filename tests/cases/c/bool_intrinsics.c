// Operations on integers of one bit.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
typedef unsigned _BitInt(1) bit;
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  _Bool truth = c > 3;
  assert(__builtin_popcountg(truth) == (c > 3));
  bit a = c & 1, b = c >> 1 & 1, sum, difference, product;
  assert(__builtin_popcountg(a) == (c & 1));
  assert(__builtin_add_overflow(a, b, &sum) == ((c & 3) == 3));
  assert(sum == (bit)(a ^ b));
  assert(__builtin_sub_overflow(a, b, &difference) == ((c & 3) == 2));
  assert(difference == (bit)(a ^ b));
  assert(!__builtin_mul_overflow(a, b, &product));
  assert(product == (bit)(a & b));
  assert(__builtin_clzg(a, 7) == (a ? 0 : 7));
  return 0;
}
