// One path and hard formulas: bit tricks that must agree for all 32-bit words.
// expect: safe
// paths: 1
#include <assert.h>
#include <stdint.h>
#include <klee/klee.h>
static uint32_t spread(uint32_t x) {
  x = (x | x << 8) & 0x00ff00ffu;
  x = (x | x << 4) & 0x0f0f0f0fu;
  x = (x | x << 2) & 0x33333333u;
  return (x | x << 1) & 0x55555555u;
}
static uint32_t reverse(uint32_t x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}
int main(void) {
  uint32_t x, y, mirrored = 0, woven = 0, parity = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  for (int i = 0; i < 32; i++) {
    mirrored |= (x >> i & 1) << (31 - i);
    parity ^= x >> i & 1;
  }
  for (int i = 0; i < 16; i++)
    woven |= (x >> i & 1) << 2 * i | (y >> i & 1) << (2 * i + 1);
  assert(reverse(x) == mirrored);
  assert((spread(x & 0xffff) | spread(y & 0xffff) << 1) == woven);
  uint32_t folded = x ^ x >> 16;
  folded = (folded ^ folded >> 8) & 255;
  folded = (folded * 0x0101010101010101ull & 0x8040201008040201ull) % 511 & 1;
  assert(folded == parity);
  assert((x & y) + ((x ^ y) >> 1) == (uint32_t)(((uint64_t)x + y) >> 1));
  return 0;
}
