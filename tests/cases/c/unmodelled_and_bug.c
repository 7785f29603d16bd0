// A bug on another path than the unknown function.
// expect: bug assertion @9
#include <assert.h>
#include <klee/klee.h>
int mystery(int);
int main(void) {
  int x = klee_int("x");
  if (x == 5) return mystery(1);
  assert(x != 6);
  return 0;
}
// expect: incomplete unmodelled-call
