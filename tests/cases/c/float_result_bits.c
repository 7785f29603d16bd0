// The bits of results: signs of zeros, and the pattern of a quotient without value.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
#include <string.h>
static unsigned long bits(double x) {
  unsigned long pattern;
  memcpy(&pattern, &x, sizeof pattern);
  return pattern;
}
int main(void) {
  double x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (!(x >= 0 && x <= 1)) return 0;
  assert(bits(x * 0.0) == (bits(x) & 1ul << 63));
  double zero = x - x;
  assert(bits(zero) == 0 && !signbit(zero) && signbit(-zero));
  assert(bits(zero / zero) == 0xfff8000000000000ul);
  assert(bits(x + 1) >= bits(1.0) && bits(x + 1) <= bits(2.0));
  return 0;
}
