// Conversions to integers in their ranges, towards zero.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (!(x >= -2147483648.0f && x < 2147483648.0f)) return 0;
  int n = (int)x;
  assert((x < 0) <= (n <= 0) && (float)n == truncf(x));
  if (x > -1 && x < 256) assert((unsigned char)x == (unsigned char)n);
  return 0;
}
