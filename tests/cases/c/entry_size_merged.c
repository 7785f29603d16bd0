// A pointer to one of two rows: where paths merge, each row keeps its own size.
// expect: bug out-of-bounds @18
// expect: bug assertion @20
// options: --entry f --pointer-elements 3
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int f(unsigned char *a, unsigned char *b, unsigned n, int which) {
  if (!a || !b) return 0;
  unsigned char *row = a;
  if (which > 0) row = b;
  size_t size = klee_get_obj_size(row);
  row[size - 1] = 9;
  assert(which > 0 ? b[klee_get_obj_size(b) - 1] == 9 : a[klee_get_obj_size(a) - 1] == 9);
  unsigned char *other = row == a ? b : a;
  if (which == 2) {
    if (n < size && klee_get_obj_size(other) <= size)
      return other[n] == row[n];
  }
  assert(size == klee_get_obj_size(other) || which != 3);
  row = realloc(row, size + 1);
  row[size] = 1;
  free(row);
  free(other);
  return 1;
}
