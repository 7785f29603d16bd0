// A value that is no character.
// expect: bug out-of-bounds @7
#include <ctype.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_range(0, 300, "c");
  return isdigit(c) != 0;
}
