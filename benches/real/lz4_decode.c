// The same library's decoder on bytes that nothing has compressed: it must stay in its buffers.
// package: lz4
// sources: lib/lz4.c
// flags: -Ilib
#include <assert.h>
#include <lz4.h>
#include <klee/klee.h>
int main(void) {
  char packed[6], text[12];
  klee_make_symbolic(packed, sizeof packed, "packed");
  int size = LZ4_decompress_safe(packed, text, sizeof packed, sizeof text);
  assert(size <= (int)sizeof text);
  for (int i = 0; i < size; i++)
    if (text[i] == 'x') return 1;
  return 0;
}
