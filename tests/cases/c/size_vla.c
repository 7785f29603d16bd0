// Variable-length arrays of as many elements as an input says: an index that may be the number of elements is one too far.
// expect: bug out-of-bounds @19
#include <assert.h>
#include <klee/klee.h>
static int last(int n, int i) {
  int row[n];
  row[n - 1] = 7;
  if (i >= 0 && i < n) row[i] = i;
  assert(sizeof row == n * sizeof *row);
  return row[n - 1];
}
int main(void) {
  int n = klee_range(1, 9, "n"), m = klee_range(1, 5, "m"), i = klee_int("i");
  int result = last(n, i);
  assert(result == (i == n - 1 ? i : 7));
  char grid[n][m];
  assert(sizeof grid == (size_t)n * (size_t)m && sizeof grid[0] == (size_t)m);
  grid[n - 1][m - 1] = 1;
  if (i == n) grid[i][0] = 2;
  return 0;
}
