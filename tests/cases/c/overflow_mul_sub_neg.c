// Multiplication, subtraction, negation, increment of a 64-bit number.
// expect: bug signed-overflow @15
// expect: bug signed-overflow @17
// expect: bug signed-overflow @19
// expect: bug signed-overflow @21
#include <klee/klee.h>
int main(void) {
  int x, which;
  long y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_make_symbolic(&which, sizeof which, "which");
  switch (which) {
    case 0:
      return x * 3 == 1;
    case 1:
      return x - 5 == 1;
    case 2:
      return -x == 1;
    case 3:
      y++;
      return y == 1;
  }
  return 0;
}
