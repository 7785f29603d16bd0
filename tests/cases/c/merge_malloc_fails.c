// Allocations that may fail on either side.
// expect: bug null-dereference @13
// options: --malloc-may-fail
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c");
  char *p = malloc(1), *q;
  if (c > 0) q = malloc(2);
  else q = p;
  if (!p) return 0;
  if (c < 100)
    q[0] = 1;
  if (q != p) free(q);
  free(p);
  return 0;
}
