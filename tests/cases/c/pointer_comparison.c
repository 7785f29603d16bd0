// Order and difference of pointers into one object.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  long a[10];
  int i = klee_range(0, 11, "i"), j = klee_range(0, 11, "j");
  long *p = a + i, *q = a + j;
  assert((p < q) == (i < j) && (p == q) == (i == j) && q - p == j - i);
  int other;
  assert((void *)&other != (void *)a);
  return 0;
}
