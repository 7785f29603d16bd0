// A text of the program as a number: its table has an entry for this member.
// expect: bug assertion @13
// dropped: bug assertion @13
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  text[3] = 0;
  int usual = atoi("-7");
  int number = atoi(text);
  assert(number != usual);
  assert(number >= -99 && number <= 999);
  return 0;
}
