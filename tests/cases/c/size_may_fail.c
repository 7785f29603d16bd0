// An allocation of symbolic size that fails has left nothing behind.
// expect: safe
// options: --malloc-may-fail --enable leak
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned n = (unsigned)klee_int("n");
  char *p = malloc(n), *q = malloc(4);
  if (p && n) p[n - 1] = 1;
  if (q) q[3] = 1;
  free(q);
  if (!p) return 1;
  free(p);
  return 0;
}
