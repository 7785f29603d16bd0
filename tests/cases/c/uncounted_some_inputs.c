// Some inputs meet a failure that does not count, the others are explored to the end.
// expect: bug assertion @11
// expect: incomplete uncounted-failure
// options: --disable division-by-zero,null-dereference
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_range(0, 10, "x"), y = 100, *p = 0;
  if (x < 3) y = 12 / x;
  if (x == 9) y = *p;
  assert(y != 6);
  return 0;
}
