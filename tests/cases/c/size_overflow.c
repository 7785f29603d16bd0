// The number of bytes overflows: calloc notices, a product of 32 bits does not.
// expect: bug out-of-bounds @17
// expect: bug null-dereference @19
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned n = (unsigned)klee_int("n");
  size_t count = ((size_t)n << 32) + 1;
  if (n < 2) return 0;
  long *zeros = calloc(count, sizeof *zeros);
  if (zeros) assert(zeros[0] == 0 && zeros[count - 1] == 0);
  if (n >> 29) assert(!zeros);
  free(zeros);
  unsigned bytes = n * (unsigned)sizeof(int);
  int *p = malloc(bytes);
  p[n - 1] = 1;
  char *huge = malloc(-(size_t)n);
  huge[0] = 1;
  free(huge);
  free(p);
  return 0;
}
