// A part of an object made symbolic leaves the rest as it was.
// expect: bug assertion @9
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int a[4] = {1, 2, 3, 4};
  klee_make_symbolic(a + 1, 2 * sizeof *a, "middle");
  assert(a[0] == 1 && a[3] == 4);
  assert(a[1] != 77 || a[2] != 88);
  return 0;
}
