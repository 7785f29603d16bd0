// An object that grows on one side: the pointer follows, and the values went along.
// expect: safe
// options: --enable leak
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), x = klee_int("x"), size = 2, *p = malloc(2 * sizeof *p);
  p[0] = x;
  p[1] = 4;
  if (c > 9) {
    p = realloc(p, 5 * sizeof *p);
    size = 5;
    p[4] = 6;
  }
  p[1]++;
  assert(p[0] == x && p[1] == 5);
  if (size == 5) assert(p[size - 1] == 6);
  if (c < 0) {
    free(p);
    p = NULL;
  }
  p = realloc(p, 8);
  if (c > 9) assert(p[0] == x);
  free(p);
  return 0;
}
