// Rows of pointers and numbers that are copied by a symbolic count stay what they are.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  unsigned n = (unsigned)klee_range(1, 4, "n");
  int a = klee_int("a"), b = klee_int("b");
  int *pointers[4] = {&a, &b, &a, &b}, **copy = malloc(n * sizeof *copy), *other[4] = {&b, &b, &b, &b};
  memcpy(copy, pointers, n * sizeof *copy);
  assert(*copy[n - 1] == (n % 2 ? a : b));
  memcpy(other, copy, n * sizeof *copy);
  assert(*other[0] == a && other[1] == &b && *other[2] == (n > 2 ? a : b));
  copy = realloc(copy, 2 * n * sizeof *copy);
  copy[2 * n - 1] = &b;
  assert(copy[0] == &a && *copy[2 * n - 1] == b);
  int numbers[4] = {1, a, 3, b}, *kept = calloc(4, sizeof *kept);
  memcpy(kept, numbers, n * sizeof *kept);
  assert(kept[1] == (n > 1 ? a : 0) && kept[3] == (n > 3 ? b : 0));
  memset(kept, -1, (n - 1) * sizeof *kept);
  assert(kept[0] == (n > 1 ? -1 : 1));
  free(kept);
  free(copy);
  return 0;
}
