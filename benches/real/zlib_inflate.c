// A decompressor: whatever the input, it stays within its buffers.
// package: zlib
// sources: inflate.c inftrees.c inffast.c zutil.c adler32.c crc32.c
#include <klee/klee.h>
#include <string.h>
#include <zlib.h>
#ifndef BYTES
#define BYTES 6
#endif
int main(void) {
  unsigned char in[BYTES], out[32];
  klee_make_symbolic(in, sizeof in, "in");
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (inflateInit2(&stream, -15) != Z_OK) return 1;
  stream.next_in = in, stream.avail_in = sizeof in;
  stream.next_out = out, stream.avail_out = sizeof out;
  inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  return 0;
}
