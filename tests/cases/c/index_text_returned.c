// What the program's own function returns enters the index.
// expect: bug assertion @16
// dropped: bug assertion @16
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
static const char *skipped(const char *text) {
  while (*text == ' ')
    text++;
  return text;
}
int main(void) {
  char text[7];
  klee_make_symbolic(text, sizeof text, "text");
  text[6] = 0;
  assert(strcmp(skipped(text), "quit") != 0 || text[0] != ' ');
  return 0;
}
