// A leak counts when asked for.
// expect: bug leak @6
// options: --enable leak
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p[0] = 1;
  return 0;
}
