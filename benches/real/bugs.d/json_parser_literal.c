// `true`, `false` and `null` that the end of the text cuts off are read on.
// project: json-parser 76f553b
// sources: json.c
// input: 6 bytes, `json_parse`
// bug: out-of-bounds json.c:612-614 json.c:629-632 json.c:643-645
#include <json.h>
#include <klee/klee.h>
int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  json_value *value = json_parse(text, sizeof text);
  if (value) json_value_free(value);
  return 0;
}
