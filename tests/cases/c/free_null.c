// Freeing null does nothing.
// expect: safe
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  char *p = klee_int("x") ? malloc(4) : NULL;
  free(p);
  free(NULL);
  return 0;
}
