// A function of two symbolic strings, which lie in one buffer.
// expect: bug assertion @13
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[2] == 0 && text[5] == 0);
  if (strcmp(text, "ab") != 0) return 0;
  const char *second = text + 3;
  int same = strcmp(text, second) == 0;
  assert(!same);
  assert(strstr(second, "ab") == second || !same);
  return 0;
}
