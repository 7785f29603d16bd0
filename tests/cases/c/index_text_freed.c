// Memory that was freed holds no string.
// expect: bug use-after-free @10
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *text = malloc(4);
  klee_make_symbolic(text, 4, "text");
  free(text);
  return strcmp(text, "abc") == 0;
}
