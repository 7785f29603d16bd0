// A path that says x == 0 leaves x two values, which a division tells apart; other numbers have one.
// expect: bug assertion @9
#include <assert.h>
double nondet_double(void);
int main(void) {
  double x = nondet_double();
  if (x == 0 && 1 / x > 0) return 1;
  if (x == 0.5) assert(1 / x == 2);
  if (x == 0) assert(1 / x > 0);
  return 0;
}
