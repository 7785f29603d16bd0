// Which of two objects comes first, and whether one follows the other, is not promised.
// expect: incomplete address-dependent
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>

static void ordered(void) {
  int a = 1, b = 2;
  assert(&a < &b);
}

static void adjacent(void) {
  char *p = malloc(16), *q = malloc(16);
  assert(p + 16 != q);
  free(p);
  free(q);
}

int main(void) {
  if (klee_range(0, 2, "which"))
    ordered();
  else
    adjacent();
}
