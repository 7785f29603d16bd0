// Printing text that may have no end.
// expect: bug out-of-bounds @9
#include <stdio.h>
#include <klee/klee.h>
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  printf("%.4s\n", s);
  printf("%s\n", s);
  return 0;
}
