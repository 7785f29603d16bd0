// A quotient lies between the quotients of the bounds.
#include <assert.h>
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  __VERIFIER_assume(1 <= x && x <= 10 && 2 <= y && y <= 4);
  double quotient = x / y;
  assert(0.25 <= quotient && quotient <= 5);
}
