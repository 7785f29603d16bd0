// Each way in which a division fails.
// expect: bug division-by-zero @16
// expect: bug division-by-zero @18
// expect: bug division-overflow @21
// expect: bug division-overflow @24
#include <klee/klee.h>
int main(void) {
  int x, y, which;
  unsigned u;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_make_symbolic(&u, sizeof u, "u");
  klee_make_symbolic(&which, sizeof which, "which");
  switch (which) {
    case 0:
      return 100 / y == 3;
    case 1:
      return 100u % u == 3;
    case 2:
      if (y == 0) return 0;
      return x / y == 3;
    case 3:
      if (y == 0) return 0;
      return x % y == 3;
  }
  return 0;
}
