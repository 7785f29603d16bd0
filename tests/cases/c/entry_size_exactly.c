// With `=3` a row has three elements, no fewer and no more.
// expect: bug out-of-bounds @8
// options: --entry f --pointer-elements =3
#include <assert.h>
#include <klee/klee.h>
int f(const int *row, int n) {
  if (!row) return 0;
  if (n == 3) return row[n];
  assert(klee_get_obj_size((void *)row) == 3 * sizeof *row);
  return row[0] == row[1] || row[1] < row[2];
}
