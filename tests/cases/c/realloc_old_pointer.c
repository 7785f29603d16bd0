// The old pointer is dead after realloc.
// expect: bug use-after-free @9
#include <stdlib.h>
int main(void) {
  char *p = malloc(4), *q;
  p[0] = 1;
  q = realloc(p, 8);
  q[1] = 1;
  p[0] = 2;
  free(q);
  return 0;
}
