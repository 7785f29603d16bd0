// scanf reads numbers from symbolic text.
// expect: bug assertion @13
#include <assert.h>
#include <stdio.h>
#include <klee/klee.h>
int main(void) {
  char text[4] = "1.0";
  float value = -1;
  klee_make_symbolic(text + 2, 1, "s");
  /* Whether "1.e" is a number is where C libraries differ. */
  if (text[2] == 0 || text[2] == 'e' || text[2] == 'E') return 0;
  assert(sscanf(text, "%f", &value) == 1 && value >= 1 && value < 2);
  assert(value != 1.75f && value != 1.5f);
  return 0;
}
