// Sums and products of two floats that are numbers do not depend on the order.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  float a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  if (!(a >= -8 && a <= 8 && b >= -8 && b <= 8)) return 0;
  assert(a + b == b + a);
  return 0;
}
