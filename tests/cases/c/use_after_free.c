// Reading what was freed.
// expect: bug use-after-free @9
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int *p = malloc(sizeof *p), x = klee_int("x");
  *p = 5;
  if (x > 0) free(p);
  int value = *p;
  if (x <= 0) free(p);
  return value != 5;
}
