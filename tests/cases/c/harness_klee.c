// klee_range, klee_int, klee_assume, klee_assert, klee_is_symbolic, klee_prefer_cex, klee_warning.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_range(-3, 4, "x"), y = klee_int("y");
  klee_assume(y > x);
  klee_assume(y < 100);
  klee_prefer_cex(&y, y < 100);
  klee_warning("about to check");
  assert(x >= -3 && x <= 3);
  klee_assert(y != -3);
  assert(!klee_is_symbolic(3));
  klee_assert(x + y > -7);
  return 0;
}
