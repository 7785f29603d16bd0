/* Arithmetic overflows also where nobody uses its result. */
// expect: bug signed-overflow @9
// expect: bug signed-overflow @10
// expect: bug signed-overflow @11
#include <klee/klee.h>

int main(void) {
  int a = klee_int("a"), b = klee_int("b"), sum = a;
  if (b == 0) sum++;
  if (b == 1) a * 3;
  if (b == 2) sum = -a;
  return 0;
}
