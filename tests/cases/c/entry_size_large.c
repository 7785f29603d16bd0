// A row has up to six elements: what fails with the most of them only, and what would fail with one more.
// expect: bug assertion @11
// options: --entry f --pointer-elements 6
#include <assert.h>
#include <klee/klee.h>
int f(const int *row, unsigned n) {
  if (!row || n > klee_get_obj_size((void *)row) / sizeof *row) return 0;
  int sum = 0;
  for (unsigned i = 0; i < n; i++) sum += row[i] == 3;
  assert(n <= 6);
  assert(sum < 6);
  return sum;
}
