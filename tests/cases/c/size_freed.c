// Objects of symbolic size die like others.
// expect: bug use-after-free @15
// expect: bug double-free @16
// expect: bug invalid-free @17
// expect: bug leak @18
// options: --enable leak
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int n = klee_range(1, 1000, "n"), c = klee_range(0, 5, "c");
  char *p = malloc((size_t)n);
  p[n - 1] = 1;
  if (c < 3) free(p);
  else if (c == 4) p = realloc(p, 0);
  if (c == 0) p[n - 1] = 2;
  if (c == 1) free(p);
  if (c == 3) free(p + n);
  p = malloc((size_t)n + 5);
  if (c != 2) free(p);
  return 0;
}
