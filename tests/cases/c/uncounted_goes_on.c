// Failures that let the program go on: it does, where they do not count.
// expect: bug assertion @13
// options: --disable signed-overflow,shift,uninitialized
#include <assert.h>
#include <limits.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), unset[2];
  klee_assume(x == INT_MAX);
  x = x + 1;
  assert(x == INT_MIN);
  unset[1] = 3;
  assert(unset[0] != 7);
  return 0;
}
