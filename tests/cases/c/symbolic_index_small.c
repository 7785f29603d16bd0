// Reading and writing a small array at a symbolic index.
// expect: bug assertion @12
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int a[4] = {10, 20, 30, 40};
  int i = klee_range(0, 4, "i"), j = klee_range(0, 4, "j");
  a[i] = 99;
  assert(a[i] == 99);
  assert(a[j] == 99 || a[j] == 10 * (j + 1));
  assert(i == j || a[j] != 99);
  assert(a[3] != 99);
  return 0;
}
