// A variable that a loop sets to a quotient has its initial value before the first iteration: the
// loop is left after exactly one iteration where that value is small.
// expect: bug assertion @13
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (b > 9) return 0;
  while (b <= a / 2 && b < 10) {
    b = a / 2;
    a++;
  }
  assert(b != 50);
  return 0;
}
