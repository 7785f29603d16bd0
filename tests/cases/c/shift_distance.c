// A distance of the width or more, or a negative one.
// expect: bug shift @9
#include <klee/klee.h>
int main(void) {
  unsigned x = 1;
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n > 32) return 0;
  return (x << n) == 5;
}
