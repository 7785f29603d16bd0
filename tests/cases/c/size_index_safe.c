// Objects whose sizes are inputs, used as far as they reach.
// expect: safe
// options: --enable leak
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int n = klee_int("n"), m = klee_int("m"), i = klee_int("i");
  if (n < 1 || m < 1) return 0;
  int *p = malloc(n * sizeof *p);
  char *q = malloc((size_t)m);
  assert((uintptr_t)(p + n) <= (uintptr_t)q | (uintptr_t)(q + m) <= (uintptr_t)p);
  p[0] = 1;
  p[n - 1] = 2;
  q[m / 2] = 3;
  if (i >= 0 && i < n) {
    p[i] = 4;
    assert(p[i] == 4);
    if (i > 0 && i < n - 1) assert(p[0] == 1 && p[n - 1] == 2);
    if (n > 1 && i == 0) assert(p[n - 1] == 2);
  }
  assert(q[m / 2] == 3);
  assert(klee_get_obj_size(p) == n * sizeof *p);
  free(p);
  free(q);
  return 0;
}
