// An escape sequence that the end of the pattern cuts off.
// project: mujs 6a9eede
// sources: regexp.c utf.c utftype.c
// input: 6 characters, `js_regcomp`
// bug: out-of-bounds regexp.c:118-166
#include <klee/klee.h>
#include <regexp.h>
#include <stdlib.h>
int main(void) {
  char *pattern = malloc(7);
  const char *error;
  if (!pattern) return 0;
  klee_make_symbolic(pattern, 6, "pattern");
  pattern[6] = 0;
  Reprog *program = js_regcomp(pattern, 0, &error);
  if (program) js_regfree(program);
  free(pattern);
  return 0;
}
