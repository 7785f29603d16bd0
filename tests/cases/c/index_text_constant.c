// A concrete string that is a member: only texts that are written into the program are.
// expect: bug assertion @14
// dropped: bug assertion @14
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[6], wanted[6];
  klee_make_symbolic(text, sizeof text, "text");
  text[5] = 0;
  snprintf(wanted, sizeof wanted, "v%d", 2);
  int is_first = strcmp(text, "v1") == 0, is_second = strcmp(text, wanted) == 0;
  assert(!is_first);
  return is_second;
}
