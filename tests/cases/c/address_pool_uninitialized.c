// Between two comparisons of addresses there is one with uninitialized memory, on some layouts.
// expect: incomplete address-dependent
#include <stdint.h>
#include <stdlib.h>
static int pool[8];
int main(void) {
  int *p = malloc(16);
  unsigned long *limit = malloc(8);
  if (!p || !limit) return 0;
  if (p < pool + 8 && (uintptr_t)p >= *limit && p >= pool) return 1;
  free(p);
  free(limit);
  return 0;
}
