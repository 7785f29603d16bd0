// Bytes of an object of symbolic size that were written, and others.
// expect: bug uninitialized @12
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int n = klee_int("n"), i = klee_int("i"), sum = 0;
  if (n < 3 || n > 100000 || i < 0 || i >= n) return 0;
  char *p = malloc((size_t)n), *zeros = calloc((size_t)n, 1);
  p[i] = 1;
  if (p[i] != 1) sum++;
  if (zeros[i] || zeros[n - 1]) sum++;
  if (p[2]) sum++;
  free(zeros);
  free(p);
  return sum;
}
