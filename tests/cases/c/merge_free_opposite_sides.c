// An object that is freed on either side, at two places: used between them where it lives, freed once.
// expect: safe
// options: --enable leak
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  *p = 5;
  *q = 6;
  if (c < 0) {
    free(p);
    p = NULL;
  }
  if (c >= 0) {
    assert(*p == 5);
    *p = 8;
  }
  int *kept = p ? p : q;
  assert(*kept == (c >= 0 ? 8 : 6));
  if (!(c < 0)) free(p);
  free(q);
  return 0;
}
