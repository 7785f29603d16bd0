// White space behind a number at the end of the text is read on.
// project: libucl c69b0f5
// sources: src/ucl_emitter.c src/ucl_emitter_streamline.c src/ucl_emitter_utils.c src/ucl_hash.c src/ucl_msgpack.c src/ucl_parser.c src/ucl_schema.c src/ucl_sexp.c src/ucl_util.c
// flags: -Iinclude -Isrc -Iuthash -Iklib -D_GNU_SOURCE -DHAVE_STRINGS_H
// input: 3 bytes behind `a 1`, `ucl_parser_add_chunk`
// bug: out-of-bounds ucl_parser.c:1013
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#include <ucl.h>
int main(void) {
  static const char start[] = "a 1";
  size_t known = sizeof start - 1, bytes = known + 3;
  unsigned char *text = malloc(bytes);
  memcpy(text, start, known);
  unsigned char rest[3];
  klee_make_symbolic(rest, sizeof rest, "rest");
  memcpy(text + known, rest, sizeof rest);
  struct ucl_parser *parser = ucl_parser_new(0);
  ucl_parser_add_chunk(parser, text, bytes);
  ucl_parser_free(parser);
  free(text);
  return 0;
}
