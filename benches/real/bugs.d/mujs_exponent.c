// The exponent of a number overflows (issue 148).
// project: mujs 292415b
// sources: jsdtoa.c
// input: 14 characters, `js_strtod`
// bug: signed-overflow jsdtoa.c:690-705
#include <klee/klee.h>
#include <jsi.h>
int main(void) {
  char text[15], *end;
  klee_make_symbolic(text, 14, "text");
  text[14] = 0;
  js_strtod(text, &end);
  return 0;
}
