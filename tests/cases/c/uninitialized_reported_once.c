// Once it is reported that a value was never set, it stays the same, so that what was decided about it holds later, too.
// expect: bug uninitialized @10
// expect: bug uninitialized @12
#include <assert.h>
#include <klee/klee.h>
static int negative(int x) { return x < 0; }
int main(void) {
  int x, sign = 0;
  if (klee_int("c")) x = 1;
  if (negative(x)) sign = -1;
  assert(!negative(x) || sign == -1);
  if (x == 0) assert(x != 1);
  int copy = x;
  assert(copy == x);
  return 0;
}
