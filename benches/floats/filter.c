// A digital filter keeps its state within bounds, for three inputs from 0 to 1.
#include <assert.h>
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);
int main(void) {
  double state = 0;
  for (int i = 0; i < 3; i++) {
    double input = __VERIFIER_nondet_double();
    __VERIFIER_assume(0 <= input && input <= 1);
    state = 0.5 * state + 0.7 * input - 0.2 * input;
  }
  assert(-1 <= state && state <= 2);
}
