// One of two objects is freed through one pointer, and then one of them used by name.
// expect: bug use-after-free @14
// expect: bug double-free @15
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  *p = 1;
  *q = 2;
  int *victim = q;
  if (c == 3) victim = p;
  free(victim);
  if (c < 10)
    *p = 2;
  if (c > 20) free(q);
  return 0;
}
