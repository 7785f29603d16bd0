// An assertion that one input breaks.
// expect: bug assertion @9
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 1000)
    assert(x * 2u != 4242u);
  return 0;
}
