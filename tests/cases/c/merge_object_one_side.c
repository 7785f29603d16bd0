// An object that is made on one side only, and used there.
// expect: safe
// options: --enable leak
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), x = klee_int("x"), *p = NULL;
  if (c > 5) {
    p = malloc(2 * sizeof *p);
    p[0] = x;
    p[1] = 3;
  }
  assert((p != NULL) == (c > 5));
  if (p) {
    p[1] += 4;
    assert(p[0] == x && p[1] == 7);
  }
  if (c > 6) assert(p[1] == 7);
  free(p);
  return 0;
}
