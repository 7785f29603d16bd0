// Paths that were in a block and paths that were not meet behind it, and within a later round of a loop: some objects are dead on one side only, and one
// pointer leads to an object that is.
// expect: bug use-after-free @23
#include <assert.h>
#include <klee/klee.h>
static int local_of(int c) {
  char text[8];
  text[c & 7] = 1;
  return text[c & 7];
}
int main(void) {
  int c = klee_int("c"), other = 5, *p = &other, sum = 0;
  if (c & 1) sum += local_of(c); /* so that objects have different addresses from here on */
  for (int i = 0; i < 3; i++) {
    if (c & 2 << i) {
      int row[2];
      row[0] = i;
      if (c & 64) p = row;
      sum += p[0] >= 0;
    }
    if (!(c & 64)) sum += *p;
  }
  sum += (c & 128) && *p == 5;
  assert(sum >= 0);
  return 0;
}
