// As index_text_constant.c: being equal to a concrete string that is no member is outside.
// expect: bug assertion @14
// dropped: nothing
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
  assert(!is_second);
  return is_first;
}
