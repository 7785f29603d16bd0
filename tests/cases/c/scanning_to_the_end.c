// A number ends at another character or at the end of the input: one path for both, and the program
// can tell. `-1` is an unsigned number, too.
// options: --stdin 2
// expect: bug assertion @11
#include <assert.h>
#include <stdio.h>

int main(void) {
  int number = -1, stored = scanf("%u", (unsigned *)&number);
  assert(stored == 1 || stored == 0 || stored == EOF);
  assert((stored == 1) == (number != -1));
  return 0;
}
