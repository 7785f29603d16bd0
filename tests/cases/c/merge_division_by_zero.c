// Division after a join: one of four values of the divisor is zero.
// expect: bug division-by-zero @11
// expect: bug division-overflow @12
#include <limits.h>
#include <klee/klee.h>
int main(void) {
  int a = klee_int("a"), b = klee_int("b"), d = 0;
  if (a > 100) d += 3;
  else d -= 4;
  if (b == 33) d += 4;
  int q = 1000 / d;
  int r = (b == 34 ? INT_MIN : 17) / (a == 5 ? d + 3 : d);
  return q == r;
}
