// A conversion to an integer type that is too small for some numbers; those between -1 and 0 fit an unsigned type.
// expect: bug float-conversion @11
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  double x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (!(x > -1 && x < 300)) return 0;
  unsigned short fits = (unsigned short)x;
  assert(fits <= 299 && (x >= 1 || fits == 0));
  unsigned char small = (unsigned char)x;
  assert(small == fits);
  return 0;
}
