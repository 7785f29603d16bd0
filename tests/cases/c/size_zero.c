// An allocation of no bytes is one that may be freed and not be used.
// expect: bug out-of-bounds @11
// options: --enable leak
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  unsigned char n = (unsigned char)klee_int("n");
  char *p = malloc(n), *q = calloc(n, 2);
  p[0] = 1;
  memset(p, 0, n);
  if (n) assert(q[2 * n - 1] == 0);
  free(p);
  p = malloc(n & 0);
  assert(p != q);
  memcpy(p, p, 0);
  free(p);
  free(q);
  return 0;
}
