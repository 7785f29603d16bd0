// Nothing is reached behind assumptions that exclude each other, so nothing is proved either.
// expect: incomplete vacuous
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  klee_assume(x > 10);
  klee_assume(x < 5);
  assert(0);
  return 0;
}
