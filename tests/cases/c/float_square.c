// The negative number whose square is 2.25.
// expect: bug assertion @7
#include <assert.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x < 0 && x * x == 2.25) assert(0);
  return 0;
}
