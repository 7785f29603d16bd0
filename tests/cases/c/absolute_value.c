// abs of the smallest number overflows.
// expect: bug signed-overflow @8
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  long y = labs((long)x);
  return abs(x) == 5 && y == 5;
}
