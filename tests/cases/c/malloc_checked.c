// Allocation that may fail, and is checked.
// expect: safe
// options: --malloc-may-fail
// paths: 3
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p), *q;
  if (!p) return 1;
  *p = 5;
  q = realloc(p, 2 * sizeof *p);
  if (!q) {
    free(p);
    return 1;
  }
  q[1] = q[0];
  free(q);
  return 0;
}
