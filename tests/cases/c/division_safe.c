// Divisions with all failures excluded, and what they compute.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_range(-9, 10, "x"), y = klee_range(-3, 4, "y");
  if (y == 0) return 0;
  int q = x / y, r = x % y;
  assert(q * y + r == x);
  assert(r == 0 || (r < 0) == (x < 0));
  return 0;
}
