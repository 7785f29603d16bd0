// A branch on memory fresh from malloc.
// expect: bug uninitialized @7
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 1;
  if (p[0] == 1 && p[1] == 3) {
    free(p);
    return 1;
  }
  free(p);
  return 0;
}
