// Where the failing conversion does not count, its result is indeterminate, and must not decide.
// expect: bug uninitialized @10
// options: --disable float-conversion
#include <klee/klee.h>
int main(void) {
  double x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x < 0) return 0;
  int n = (int)x;
  if (n < 0) return 1;
  return 0;
}
