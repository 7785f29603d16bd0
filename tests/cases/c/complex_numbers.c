// Products and quotients of complex numbers, of symbolic ones and of infinities.
// expect: bug assertion @16
#include <assert.h>
#include <complex.h>
#include <math.h>
void klee_make_symbolic(void *start, unsigned long bytes, const char *name);
int main(void) {
  signed char n;
  klee_make_symbolic(&n, 1, "n");
  float real = n > 3 ? 3 : n < -3 ? -3 : n;
  float complex number = real + 2 * I, square = number * number, one = number / number;
  assert(crealf(square) == real * real - 4 && cimagf(square) == 4 * real);
  assert(crealf(one) == 1 && cimagf(one) == 0);
  volatile double complex zero = 0, great = __builtin_complex((double)INFINITY, (double)NAN);
  assert(isinf(creal(1 / zero)) && isinf(creal(great * (1 + I))) && creal(1 / great) == 0);
  assert(cimagf(number / (1 + I)) != 0);
  return 0;
}
