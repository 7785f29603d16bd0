// A structure that ends with as many members as an input says.
// expect: bug out-of-bounds @17
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <klee/klee.h>
struct row {
  int count;
  short items[];
};
int main(void) {
  int n = klee_int("n"), i = klee_int("i");
  if (n < 0 || n > 5000) return 0;
  struct row *row = malloc(sizeof *row + n * sizeof row->items[0]);
  row->count = n;
  if (i >= 0 && i < row->count) row->items[i] = (short)i;
  if (i == -3) row->items[n] = 1;
  if (i >= 0 && i < n) assert(row->items[i] == (short)i && row->count == n);
  free(row);
  return 0;
}
