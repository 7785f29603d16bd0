// Freeing twice.
// expect: bug double-free @8
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  char *p = malloc(10);
  if (klee_int("x") == 3) free(p);
  free(p);
  return 0;
}
