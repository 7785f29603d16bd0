// An array written in part, at a symbolic index of the written part.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int a[8], i = klee_range(0, 4, "i");
  for (int k = 0; k < 4; k++) a[k] = k;
  assert(a[i] == i);
  return 0;
}
