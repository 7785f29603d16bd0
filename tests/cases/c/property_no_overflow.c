// Signed results that do not fit, those of shifts and divisions too; a division by zero is none.
// expect: bug signed-overflow @12
// expect: bug division-overflow @13
// expect: bug shift-overflow @14
// options: --property no-overflow
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x == 1) reach_error();
  if (x > 0) return x + y;
  if (y == -1) return x / y;
  return y > 0 && y < 31 ? 3 << y : 0;
}
