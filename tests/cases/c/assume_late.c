// An assumption does not excuse what happened before it.
// expect: bug assertion @7
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  assert(x != 3);
  klee_assume(x > 10);
  assert(x > 10);
  return 0;
}
