// A compressor: what it compresses it decompresses to the same bytes, for all texts of fourteen letters of two kinds.
// package: lz4
// sources: lib/lz4.c
// flags: -Ilib
#include <assert.h>
#include <string.h>
#include <lz4.h>
#include <klee/klee.h>
int main(void) {
  char text[14], packed[LZ4_COMPRESSBOUND(14)], again[14];
  for (unsigned i = 0; i < sizeof text; i++)
    text[i] = klee_range(0, 2, "letter") ? 'a' : 'b';
  int size = LZ4_compress_default(text, packed, sizeof text, sizeof packed);
  assert(size > 0);
  assert(LZ4_decompress_safe(packed, again, size, sizeof again) == sizeof again);
  assert(memcmp(text, again, sizeof text) == 0);
  return 0;
}
