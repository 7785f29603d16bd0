// Labels and summaries of loops over large objects take time in proportion to the objects.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
enum { N = 3000 };
int main(void) {
  char *p = malloc(N), *q = malloc(N);
  if (!p || !q) return 1;
  memset(q, 1, N);
  for (int i = 0; i < N; i++) p[i] = q[i];
  int x = klee_int("x");
  if (x >= 0 && x < N) assert(p[x] == 1);
  free(p);
  free(q);
  return 0;
}
