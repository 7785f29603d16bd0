// A streaming JSON parser: two pieces of a text, wherever the cut, are accepted when the whole is.
// package: yajl
// sources: src/yajl.c src/yajl_alloc.c src/yajl_buf.c src/yajl_encode.c src/yajl_lex.c src/yajl_parser.c
// flags: -Iinclude -Isrc
#include <assert.h>
#include <yajl/yajl_parse.h>
#include <klee/klee.h>
static int accepts(const unsigned char *text, size_t cut, size_t size) {
  yajl_handle parser = yajl_alloc(0, 0, 0);
  int fine = yajl_parse(parser, text, cut) == yajl_status_ok && yajl_parse(parser, text + cut, size - cut) == yajl_status_ok &&
             yajl_complete_parse(parser) == yajl_status_ok;
  yajl_free(parser);
  return fine;
}
int main(void) {
  unsigned char text[3];
  klee_make_symbolic(text, sizeof text, "text");
  size_t cut = (size_t)klee_range(0, 4, "cut");
  assert(accepts(text, cut, sizeof text) == accepts(text, sizeof text, sizeof text));
  return 0;
}
