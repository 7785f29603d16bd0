// Where merging hurts: two paths with a constant each, which 20 N divisions depend on (listing 4.7 of the microc thesis, longer).
// hurts
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 10
#endif

int main(void) {
  int divisor, sum = 0, value = __VERIFIER_nondet_int();
  if (__VERIFIER_nondet_int() > 0) divisor = 1;
  else divisor = 2;
  for (int i = 0; i < 20 * N; i++) {
    int quotient = (1000 + i * (value & 7)) / (divisor + i % 3);
    sum += quotient > 300;
  }
  assert(sum >= 0 && sum <= 20 * N);
  return 0;
}
