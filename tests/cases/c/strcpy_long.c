// A copy of a long string: that it may be too long is asked once, not at each length.
// expect: bug out-of-bounds @10
// paths: 2
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char from[40], to[3];
  klee_make_symbolic(from, sizeof from, "from");
  klee_assume(from[0] != 0 && from[1] != 0 && from[39] == 0);
  strcpy(to, from);
  return 0;
}
