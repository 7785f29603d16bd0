// One of two objects is freed through one pointer; the other one goes on.
// expect: safe
// options: --enable leak
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), *p = malloc(sizeof *p), *q = malloc(sizeof *q), *victim, *rest;
  *p = 1;
  *q = 2;
  if (c == 3) {
    victim = p;
    rest = q;
  } else {
    victim = q;
    rest = p;
  }
  free(victim);
  assert(*rest == (c == 3 ? 2 : 1));
  if (c == 3) *q = 4;
  if (c != 3) *p = 4;
  assert(*rest == 4);
  free(rest);
  return 0;
}
