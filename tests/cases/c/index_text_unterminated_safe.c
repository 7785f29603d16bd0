// As index_text_unterminated.c, but the strings stop the comparison before the end.
// expect: safe
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[3];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[2] != 'x');
  return strcmp(text, "nox") == 0 || strncmp(text, "nox", 3) == 0;
}
