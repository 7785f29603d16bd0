// A compressor: what it compresses it decompresses to the same bytes.
// package: lz4
// sources: lib/lz4.c
// flags: -Ilib
#include <assert.h>
#include <string.h>
#include <lz4.h>
#include <klee/klee.h>
int main(void) {
  char text[16], packed[LZ4_COMPRESSBOUND(16)], again[16];
  klee_make_symbolic(text, sizeof text, "text");
  int size = LZ4_compress_default(text, packed, sizeof text, sizeof packed);
  assert(size > 0);
  assert(LZ4_decompress_safe(packed, again, size, sizeof again) == sizeof again);
  assert(memcmp(text, again, sizeof text) == 0);
  return 0;
}
