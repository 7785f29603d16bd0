// An object that is freed on one side only, and used on a part of that side.
// expect: bug use-after-free @13
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), x = 0, *p = malloc(sizeof *p);
  *p = 5;
  if (c < 0) free(p);
  if (c >= 0) x = *p;
  assert(c < 0 || x == 5);
  if (c >= -1)
    x = *p;
  assert(x == 5 || c < -1);
  return 0;
}
