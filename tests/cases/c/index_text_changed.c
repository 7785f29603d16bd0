// A string that is changed between two calls is another one.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  text[5] = 0;
  if (strcmp(text, "yes") != 0) return 0;
  text[0] = 'n';
  text[1] = 'o';
  text[2] = 0;
  assert(strcmp(text, "no") == 0);
  assert(strrchr(text, 's') == 0);
  return 0;
}
