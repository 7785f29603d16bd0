// A string that does not end before the text does (issue 69).
// project: json.h eeb1c14
// input: 6 bytes, `json_parse`
// bug: out-of-bounds json.h:471-520 json.h:1343-1480
#include <json.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  free(json_parse(text, sizeof text));
  return 0;
}
