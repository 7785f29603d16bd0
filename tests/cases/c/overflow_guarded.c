// The same addition behind a check that excludes overflow.
// expect: safe
#include <limits.h>
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x < INT_MAX)
    x = x + 1;
  return 0;
}
