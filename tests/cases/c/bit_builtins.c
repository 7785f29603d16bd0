// popcount, clz, ctz, bswap, parity, bitreverse.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
  assert(__builtin_bitreverse32(__builtin_bitreverse32(x)) == x);
  unsigned y = x & 0xfff;
  assert(__builtin_popcount(y) + __builtin_popcount(~y) == 32);
  assert(__builtin_parity(y) == (__builtin_popcount(y) & 1));
  if (x) {
    assert(x >> (31 - __builtin_clz(x)) == 1);
    assert((x >> __builtin_ctz(x)) & 1);
  }
  assert(__builtin_popcountll(0xff00ff00ff00ff00ull) == 32 && __builtin_clzll(1) == 63 && __builtin_ctzll(1ull << 40) == 40);
  assert(__builtin_bswap16(0x1234) == 0x3412 && __builtin_bswap64(1) == 1ull << 56);
  return 0;
}
