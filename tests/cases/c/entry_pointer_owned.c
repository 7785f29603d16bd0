// An entry may free what it is given; two parameters are never the same object.
// expect: bug use-after-free @11
// options: --entry f
#include <assert.h>
#include <stdlib.h>
int f(int *a, int *b) {
  if (a == NULL || b == NULL) return 0;
  assert(a != b);
  int before = *a;
  free(a);
  return before == 3 ? *a : *b;
}
