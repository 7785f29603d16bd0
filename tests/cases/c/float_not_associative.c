// Sums of three doubles depend on the order.
// expect: bug assertion @9
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  double v[3];
  klee_make_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 3; i++) klee_assume(v[i] >= 0.5 && v[i] <= 2.0);
  assert((v[0] + v[1]) + v[2] == v[0] + (v[1] + v[2]));
  return 0;
}
