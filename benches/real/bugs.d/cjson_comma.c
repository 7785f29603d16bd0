// A comma at the end of the text: the name of a member is read past the end (issue 800).
// project: cJSON 826cd6f
// sources: cJSON.c
// input: 8 bytes, `cJSON_ParseWithLength`
// bug: out-of-bounds cJSON.c:787
#include <cJSON.h>
#include <klee/klee.h>
int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  cJSON_Delete(cJSON_ParseWithLength(text, sizeof text));
  return 0;
}
