// Freeing what malloc did not give.
// expect: bug invalid-free @10
// expect: bug invalid-free @12
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int local = 0, which = klee_range(0, 3, "which");
  char *p = malloc(10);
  if (which == 0)
    free(&local);
  if (which == 1)
    free(p + 1);
  if (which == 2) free(p);
  return 0;
}
