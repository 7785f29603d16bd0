// The size of an allocation is an input.
// expect: bug out-of-bounds @9
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int n = klee_range(1, 5, "n");
  char *p = malloc((size_t)n);
  p[n - 1] = 1;
  p[3] = 1;
  free(p);
  return 0;
}
