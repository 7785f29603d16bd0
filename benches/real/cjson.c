// A JSON library: whatever text it accepts, it prints as text that it accepts as the same value.
// package: cjson
// sources: cJSON.c
#include <assert.h>
#include <string.h>
#include <cJSON.h>
#include <klee/klee.h>
#ifndef BYTES
#define BYTES 4
#endif
int main(void) {
  char text[BYTES];
  klee_make_symbolic(text, sizeof text, "text");
  cJSON *value = cJSON_ParseWithLength(text, sizeof text);
  if (!value) return 0;
  char *printed = cJSON_PrintUnformatted(value);
  assert(printed);
  cJSON *again = cJSON_Parse(printed);
  assert(again && cJSON_Compare(value, again, 1));
  cJSON_free(printed);
  cJSON_Delete(again);
  cJSON_Delete(value);
  return 0;
}
