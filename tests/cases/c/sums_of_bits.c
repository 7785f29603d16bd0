// Functions that are linear in the bits of their input: each assertion holds by the normal form alone.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

static int ones_by_fields(uint64_t x) {
  x -= x >> 1 & 0x5555555555555555;
  x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
  x = x + (x >> 4) & 0x0f0f0f0f0f0f0f0f;
  return (int)(x * 0x0101010101010101 >> 56);
}

static uint32_t reversed(uint32_t v) {
  v = v >> 1 & 0x55555555 | (v & 0x55555555) << 1;
  v = v >> 2 & 0x33333333 | (v & 0x33333333) << 2;
  v = v >> 4 & 0x0f0f0f0f | (v & 0x0f0f0f0f) << 4;
  v = v >> 8 & 0x00ff00ff | (v & 0x00ff00ff) << 8;
  return v >> 16 | v << 16;
}

int main(void) {
  uint64_t x;
  klee_make_symbolic(&x, sizeof x, "x");
  int count = 0;
  for (int i = 0; i < 64; i++) count += x >> i & 1;
  assert(count == ones_by_fields(x));
  assert(count <= 64);

  uint8_t byte = (uint8_t)x;
  int set = 0;
  for (int bit = 7; bit >= 0; bit--) set += (byte & 1 << bit) != 0;
  assert(set == ones_by_fields(byte));

  uint32_t low = (uint32_t)x, mirrored = 0;
  for (int i = 0; i < 32; i++) mirrored |= (low >> i & 1) << (31 - i);
  assert(reversed(low) == mirrored && reversed(mirrored) == low);

  /* The sign of a byte is a bit of its own; on each path it is known. */
  signed char c = (signed char)x;
  int magnitude = c < 0 ? 256 + c : c;
  assert(magnitude == (int)(x & 255));
  return 0;
}
