// The same library's parser of URLs: the fields that it finds lie in the text.
// package: http-parser
// sources: http_parser.c
#include <assert.h>
#include <http_parser.h>
#include <klee/klee.h>
int main(void) {
  char url[10] = "http://";
  klee_make_symbolic(url + 7, 3, "rest");
  struct http_parser_url fields;
  http_parser_url_init(&fields);
  if (http_parser_parse_url(url, sizeof url, 0, &fields)) return 1;
  for (int i = 0; i < UF_MAX; i++)
    if (fields.field_set & 1 << i) assert(fields.field_data[i].off + fields.field_data[i].len <= sizeof url);
  return 0;
}
