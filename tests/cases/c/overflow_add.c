// Signed addition may overflow; unsigned addition wraps.
// expect: bug signed-overflow @10
#include <klee/klee.h>
int main(void) {
  int x;
  unsigned u;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&u, sizeof u, "u");
  u = u + 1;
  x = x + 1;
  return 0;
}
