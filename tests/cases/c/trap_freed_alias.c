// Freed through one of two pointers.
// expect: bug use-after-free @10
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b), i = klee_range(0, 2, "i");
  int *slots[2] = {a, b};
  *a = *b = 1;
  free(slots[i]);
  int value = *b;
  return value;
}
