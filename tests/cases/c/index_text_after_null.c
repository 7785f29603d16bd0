// The bytes behind the null character are not part of a member.
// expect: bug assertion @11
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  text[7] = 0;
  if (strrchr(text, 'b') != text + 1 || strcmp(text, "ab") != 0) return 0;
  assert(text[3] == 0);
  return 0;
}
