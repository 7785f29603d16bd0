// An allocation may lie where one lay that was freed, and reallocation may leave an object where it is.
// expect: incomplete address-dependent
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>

static void freed(void) {
  char *p = malloc(8);
  free(p);
  char *q = malloc(8);
  assert(p != q);
  free(q);
}

static void moved(void) {
  char *p = malloc(8), *q = realloc(p, 4096);
  assert(p != q);
  free(q);
}

int main(void) {
  if (klee_range(0, 2, "which"))
    freed();
  else
    moved();
}
