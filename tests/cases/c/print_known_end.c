// Printing a string whose end the path knows does not depend on what lies behind it.
// expect: bug uninitialized @15
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char from[4], to[8], other[8];
  klee_make_symbolic(from, sizeof from, "from");
  from[3] = 0;
  strcpy(to, from);
  printf("%s\n", to);
  int ends = klee_int("ends");
  other[0] = from[0] ? from[0] : 'a';
  if (ends) other[1] = 0;
  printf("%s\n", other);
  return 0;
}
