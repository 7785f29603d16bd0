// An object that is freed twice under two conditions that meet in one value.
// expect: bug double-free @9
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c");
  char *p = malloc(3);
  if (c <= 0) free(p);
  if (c >= 0) free(p);
  return 0;
}
