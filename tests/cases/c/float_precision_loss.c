// The first integer that a float cannot hold.
// expect: bug assertion @8
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int n = klee_range(0, 16777220, "n");
  float f = n;
  assert((int)f == n);
  return 0;
}
