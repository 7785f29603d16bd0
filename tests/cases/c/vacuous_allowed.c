// Assumptions exclude each other, and the user says that this is fine.
// expect: safe
// options: --allow-vacuous
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  klee_assume(x > 10);
  klee_assume(x < 5);
  assert(0);
  return 0;
}
