// An assertion that no input breaks.
// expect: safe
// paths: 2
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 1000)
    assert(x != 7);
  return 0;
}
