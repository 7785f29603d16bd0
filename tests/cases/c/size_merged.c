// The size of an object comes from paths that met.
// expect: bug out-of-bounds @18
// expect: bug out-of-bounds @21
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int a = klee_range(1, 200, "a"), c = klee_int("c"), n;
  char *p;
  if (c > 5) n = a;
  else if (c == 5) n = 7;
  else n = 2 * a;
  char *q = malloc((size_t)n);
  if (c & 64) p = malloc((size_t)n);
  else p = malloc((size_t)n + 1);
  q[n - 1] = p[n - 1] = 3;
  if (c == 5) q[6] = 4;
  if (c == 4) q[a + a] = 5;
  if (!(c & 64)) p[n] = 6;
  assert(q[n - 1] == (c == 5 ? 4 : 3));
  p[n] = 7;
  free(p);
  free(q);
  return 0;
}
