// Division after a join: no value of the divisor is zero, though zero lies between them, or has a condition that is never true.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), d, e = 0;
  if (c > 3) d = -1;
  else d = 1;
  assert(100 / d == (c > 3 ? -100 : 100));
  if (c > 10) e = 7;
  if (c > 12) assert(c % e < e);
  if (c == 0) d = 0;
  if (c == 0) d++;
  return 1000000 / d > 5;
}
