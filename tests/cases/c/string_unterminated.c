// strlen of what may have no end.
// expect: bug out-of-bounds @8
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  return strlen(s) > 3;
}
