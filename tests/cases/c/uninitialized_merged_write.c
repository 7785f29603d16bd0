// A condition that may read uninitialized memory on one of two merged paths; the failure happens on
// the other.
// expect: bug uninitialized @12
// expect: bug assertion @13
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *c = malloc(2 * sizeof *c), x = klee_range(0, 3, "x"), y = klee_range(0, 3, "y"), k = 0;
  int *w = x != y ? &c[0] : &c[1];
  *w = 1;
  if ((c[1] & 3) > x) k = 1;
  assert(k != 1);
  return 0;
}
// retried: the inputs may be those of the path that reads uninitialized memory
