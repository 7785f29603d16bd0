// A result that points into a string is an argument of the next function.
// expect: bug assertion @13
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[10];
  klee_make_symbolic(text, sizeof text, "text");
  text[9] = 0;
  const char *value = strchr(text, '=');
  if (!value || strncmp(text, "size", 4) != 0) return 0;
  int is_big = strcmp(value + 1, "big") == 0;
  assert(!is_big);
  assert(value >= text + 4);
  return 0;
}
