// No byte of an allocation of size zero may be touched.
// expect: bug out-of-bounds @6
#include <stdlib.h>
int main(void) {
  char *p = malloc(0);
  p[0] = 1;
  free(p);
  return 0;
}
