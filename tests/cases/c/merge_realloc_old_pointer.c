// An object that grows on one side, used through the old pointer on a part of that side.
// expect: bug use-after-free @11
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), *p = malloc(sizeof *p), *old = p;
  *p = 1;
  if (c > 9) p = realloc(p, 400);
  if (c < 9) *old = 2;
  if (c < 11)
    *old = 3;
  free(p);
  return 0;
}
