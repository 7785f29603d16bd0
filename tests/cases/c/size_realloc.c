// Growing and shrinking by symbolic sizes: what fits is kept, and the old bounds are gone.
// expect: bug out-of-bounds @16
// expect: bug uninitialized @17
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int n = klee_range(2, 9, "n"), m = klee_range(2, 9, "m");
  char *p = malloc((size_t)n);
  for (int i = 0; i < 2; i++) p[i] = (char)(i + 1);
  p[n - 1] = 5;
  p = realloc(p, (size_t)m);
  assert(p[0] == 1);
  if (n != 2) assert(p[1] == 2);
  if (m >= n) assert(p[n - 1] == 5);
  if (m < n) p[n - 1] = 6;
  if (m > n && p[n] == 3) p[0] = 4;
  p[m - 1] = 7;
  free(p);
  return 0;
}
