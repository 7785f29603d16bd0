// A state machine for HTTP: it never claims to have read more than it was given, and an error leaves a reason.
// package: http-parser
// sources: http_parser.c
#include <assert.h>
#include <string.h>
#include <http_parser.h>
#include <klee/klee.h>
int main(void) {
  char text[24] = "GET / HTTP/1.1\r\n", *free = text + 16;
  klee_make_symbolic(free, 5, "header");
  http_parser parser;
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  http_parser_init(&parser, HTTP_REQUEST);
  size_t used = http_parser_execute(&parser, &settings, text, 21);
  assert(used <= 21);
  assert(used == 21 || parser.upgrade || HTTP_PARSER_ERRNO(&parser) != HPE_OK);
  return 0;
}
