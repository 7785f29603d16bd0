// An object whose size is an input: the last byte is inside, the next one is not.
// expect: bug out-of-bounds @14
// expect: bug out-of-bounds @17
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int n = klee_int("n"), i = klee_int("i");
  if (n < 1 || n > 100000) return 0;
  char *p = malloc((size_t)n), *end = p + n;
  p[n - 1] = 'x';
  if (p[n - 1] != 'x') abort();
  for (char *q = end - 1; q < end; q++) *q = 'y';
  if (n == 1 && p[0] != 'y') abort();
  if (i == 1) p[n] = 0;
  int *row = malloc((size_t)n * sizeof *row);
  if (i >= 0 && i < n) row[i] = 1;
  if (i >= 0 && i <= n) row[i] = 2;
  free(row);
  free(p);
  return 0;
}
