// strcpy into a buffer that is one byte too small.
// expect: bug out-of-bounds @9
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char from[6], to[5];
  klee_make_symbolic(from, sizeof from, "from");
  from[5] = 0;
  strcpy(to, from);
  return 0;
}
