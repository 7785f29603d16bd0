// Handlers of the minimal runtime get no arguments, and those that end the program have names of their own.
// options: -- -fsanitize=undefined -fsanitize-minimal-runtime -fno-sanitize-recover=all
// expect: bug signed-overflow @9
// expect: bug out-of-bounds @11
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  int row[4] = {1, 2, 3, 4};
  int product = x * y;
  if (product == 7) return 1;
  return row[x & 7] == 2;
}
