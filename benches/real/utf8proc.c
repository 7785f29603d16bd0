// A Unicode library: what it decodes it encodes again to the same bytes, and it reads no byte past the end.
// package: utf8proc
// sources: utf8proc.c
#include <assert.h>
#include <string.h>
#include <utf8proc.h>
#include <klee/klee.h>
int main(void) {
  utf8proc_uint8_t text[5], encoded[4];
  klee_make_symbolic(text, sizeof text, "text");
  for (utf8proc_ssize_t at = 0, bytes; at < (utf8proc_ssize_t)sizeof text; at += bytes) {
    utf8proc_int32_t code;
    bytes = utf8proc_iterate(text + at, sizeof text - at, &code);
    if (bytes < 0) return 1;
    assert(utf8proc_codepoint_valid(code));
    assert(utf8proc_encode_char(code, encoded) == bytes && memcmp(encoded, text + at, bytes) == 0);
  }
  return 0;
}
