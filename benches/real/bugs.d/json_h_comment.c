// A slash at the end of the text counts as the start of a comment (issue 90).
// project: json.h 39e57be
// input: 6 bytes, `json_parse_ex` with JSON5
// bug: out-of-bounds json.h:554
#include <json.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  free(json_parse_ex(text, sizeof text, json_parse_flags_allow_json5, NULL, NULL, NULL));
  return 0;
}
