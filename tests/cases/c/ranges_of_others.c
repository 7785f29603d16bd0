// A model of comparisons keeps numbers within their ranges that only other conditions are about.
// expect: bug assertion @13
#include <klee/klee.h>
#include <assert.h>
int main(void) {
  int x0 = klee_range(0, 2, "x0"), x1 = klee_range(0, 2, "x1"), x2 = klee_range(0, 2, "x2");
  int x5 = klee_range(0, 2, "x5"), x6 = klee_range(0, 2, "x6"), x7 = klee_range(-1, 1, "x7");
  int t = 0;
  if (x6 <= x7) t = 1;
  if (x1 < x2 - x7)
    if (x7 >= x5) t = 2;
  if (x6 > 0)
  assert(x0 < x2);
  return 0;
}
