// A distance that is too large is a failure of its own, and says nothing of what is lost.
// options: --enable shift-overflow
// expect: bug shift @10
// expect: bug shift-overflow @10
#include <klee/klee.h>
int main(void) {
  int value = klee_int("value"), distance = klee_int("distance");
  klee_assume(value >= 0);
  if (distance == 0) return value << distance; // nothing is lost
  int shifted = value << distance;
  return shifted == 17;
}
