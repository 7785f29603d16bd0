// A square root fits an integer.
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);
int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(1 <= x && x <= 1e10);
  int root = (int)sqrt(x);
  assert(1 <= root && root <= 100000);
}
