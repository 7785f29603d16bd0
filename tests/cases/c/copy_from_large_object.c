// What is uninitialized has the same value in a copy, also beyond what is kept of a large object.
// expect: safe
// options: --disable uninitialized
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char *p = malloc(100000), q[16];
  if (!p) return 0;
  p[3] = 1;
  memcpy(q, p, 16);
  assert(q[10] == p[10] && q[6] == p[6] && q[3] == 1);
  free(p);
  return 0;
}
