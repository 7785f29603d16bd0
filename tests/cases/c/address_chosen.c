// Addresses of functions and objects kept as numbers, which differ between paths that may have merged.
// expect: bug assertion @24
// expect: bug double-free @31
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>

static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int three(int x) { return x + 3; }

int main(void) {
  int which = klee_range(0, 3, "which");
  uintptr_t f = (uintptr_t)one;
  if (which == 1)
    f = (uintptr_t)two;
  else if (which == 2)
    f = (uintptr_t)three;
  f = ~f;
  int (*call)(int) = (int (*)(int))~f;
  int result = call(10);
  assert(result == 11 + which);
  assert(result != 13);
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  uintptr_t freed = (uintptr_t)p;
  if (which)
    freed = (uintptr_t)q;
  free((void *)freed);
  if (klee_range(0, 2, "again"))
    free(q);
  return 0;
}
