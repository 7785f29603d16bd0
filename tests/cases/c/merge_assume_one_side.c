// An assumption on one side restricts that side only; on the other everything stays possible.
// expect: bug assertion @15
// expect: bug assertion @17
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), x = klee_int("x"), side = 0;
  if (c > 0) {
    klee_assume(x < 10);
    side = 1;
  } else if (c < -100) {
    klee_assume(0);
  }
  assert(side == 0 || x < 10);
  assert(x != 50);
  assert(c >= -100);
  assert(!(side && x == 9));
  return 0;
}
