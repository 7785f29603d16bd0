// A small JSON library: on any text it returns a value or an explanation, and gives back its memory.
// package: libjsonparser
// sources: json.c
#include <assert.h>
#include <json.h>
#include <klee/klee.h>
int main(void) {
  char text[5], why[json_error_max];
  json_settings settings = {0};
  klee_make_symbolic(text, sizeof text, "text");
  json_value *value = json_parse_ex(&settings, text, sizeof text, why);
  if (!value) return 1;
  assert(value->type >= json_object && value->type <= json_null);
  json_value_free(value);
  return 0;
}
