// As index_text_number.c, but the number that fails is in no text of the program.
// expect: bug assertion @12
// dropped: nothing
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  text[3] = 0;
  int number = atoi(text);
  assert(number != -7);
  assert(number >= -99 && number <= 999);
  return 0;
}
