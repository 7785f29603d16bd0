// An object of symbolic size whose bytes have no value: techniques do not look at them one by one.
// expect: safe
// options: --disable leak
#include <stdlib.h>
int klee_int(const char *);
int main(void) {
  int n = klee_int("n");
  if (n < 1) return 0;
  char *p = malloc((size_t)n), *end = p + n;
  if (!p) return 0;
  for (char *q = end - 1; q < end; q++) *q = 'y';
  free(p);
  return 0;
}
