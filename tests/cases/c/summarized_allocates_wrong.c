// Iterations that allocate come back to states that look like earlier ones, and are not: an object
// that is freed or not, a dead one of another size, one that is alive again, and two that are one.
// expect: bug double-free @20
// expect: bug abort @31
// expect: bug use-after-free @40
// expect: bug assertion @52
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
extern unsigned long __CPROVER_OBJECT_SIZE(const void *);

static void frees(void) {
  int *p = malloc(sizeof *p);
  if (!p) return;
  for (int i = 0; i < 3 && klee_int("more"); i++) {
    int *q = malloc(sizeof *q);
    if (!q) return;
    *q = klee_int("free");
    if (*q)
      free(p);
    free(q);
  }
}
static void sizes(void) {
  char *p = malloc(8);
  if (klee_int("other")) p = malloc(16);
  free(p);
  for (int i = 0; i < 3 && klee_int("more"); i++) {
    char *q = malloc(8);
    free(q);
    if (i > 1 && __CPROVER_OBJECT_SIZE(p) > 8) abort();
  }
}
static void begins(void) {
  int *last = NULL;
  for (int i = 0; i < 3; i++) {
    int value = i, *q = malloc(sizeof *q);
    if (!q) return;
    *q = klee_int("keep");
    if (i > 1 && last) *last = 1;
    last = *q ? &value : NULL;
    free(q);
  }
}
static void counts(void) {
  int seen = 0;
  for (int i = 0; i < 4; i++) {
    int *q = malloc(sizeof *q);
    if (!q) return;
    *q = klee_int("x");
    if (*q == i) seen++;
    assert(seen < 4);
    free(q);
  }
}
int main(void) {
  switch (klee_range(0, 4, "which")) {
  case 0: frees(); break;
  case 1: sizes(); break;
  case 2: begins(); break;
  default: counts();
  }
  return 0;
}
