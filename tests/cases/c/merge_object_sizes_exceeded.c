// Objects of different sizes: an index that fits the larger one only.
// expect: bug out-of-bounds @12
// expect: bug uninitialized @16
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c");
  char *p;
  if (c == 1) p = malloc(4);
  else p = malloc(9);
  p[3] = 1;
  p[4] = 2;
  char *q = calloc(c == 2 ? 3 : 5, 1);
  q[2] = p[3];
  q[2] += p[4];
  if (p[3 + (c == 3)] + p[3 + 2 * (c == 4)] == 100) q[0] = 1;
  free(p);
  free(q);
  return 0;
}
