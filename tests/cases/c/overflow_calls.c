// The one number without a negative, by each way that meets it; and the types in which nothing overflows.
// expect: bug signed-overflow @13
// expect: bug signed-overflow @14
// expect: bug signed-overflow @15
// expect: bug signed-overflow @16
// expect: bug division-overflow @17
// expect: bug signed-overflow @18
#include <limits.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), y = klee_int("y"), c = klee_range(0, 12, "c"), result = 0; short s = (short)x; unsigned u = (unsigned)x; long l = (long)x << 32;
  if (c == 0) result = abs(x);
  if (c == 1) result = -x;
  if (c == 2) result = labs(l) < 5;
  if (c == 3) result = x--;
  if (c == 4 && y) result = div(x, y).quot;
  if (c == 5) result = x * y;
  if (c == 6) result = s++;
  if (c == 7) result = (int)-u;
  if (c == 8 && y) result = (int)(u / (unsigned)y);
  if (c == 9) result = x > INT_MIN ? abs(x) : 0;
  if (c == 10) result = (int)((unsigned)x << 31 >> 31);
  return result == 12345;
}
