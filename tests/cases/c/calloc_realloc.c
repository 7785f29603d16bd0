// calloc gives zeroes; realloc keeps the content.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <klee/klee.h>
int main(void) {
  int *p = calloc(4, sizeof *p), x = klee_int("x");
  for (int i = 0; i < 4; i++) assert(p[i] == 0);
  p[3] = x;
  p = realloc(p, 8 * sizeof *p);
  assert(p[3] == x && p[2] == 0);
  p = realloc(p, 4 * sizeof *p);
  assert(p[3] == x);
  free(p);
  assert(calloc(SIZE_MAX / 2, 4) == NULL);
  return 0;
}
