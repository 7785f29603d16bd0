// Swapping without a third variable.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  unsigned x = a, y = b;
  x ^= y;
  y ^= x;
  x ^= y;
  assert(x == b && y == a);
  return 0;
}
