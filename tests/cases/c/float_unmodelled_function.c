// A function that is computed on concrete arguments only.
// expect: incomplete unmodelled-call
// beyond: index-drop index-drop-multise
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
int main(void) {
  assert(sin(0.0) == 0.0 && pow(2.0, 10.0) == 1024.0);
  double x;
  klee_make_symbolic(&x, sizeof x, "x");
  assert(!(sin(x) > 1.0));
  return 0;
}
