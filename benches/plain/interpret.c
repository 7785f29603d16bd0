// No symbolic input: edit distances, queens by bit masks and a linked list, about 30 million instructions.
// expect: safe
// paths: 1
#include <assert.h>
static char left[600], right[600];
static int row[601];
static int queens(unsigned all, unsigned columns, unsigned down, unsigned up) {
  if (columns == all)
    return 1;
  int found = 0;
  for (unsigned free = all & ~(columns | down | up); free; free &= free - 1) {
    unsigned one = free & -free;
    found += queens(all, columns | one, (down | one) << 1, (up | one) >> 1);
  }
  return found;
}
static int distance(int n) {
  for (int j = 0; j <= n; j++)
    row[j] = j;
  for (int i = 1; i <= n; i++) {
    int corner = row[0];
    row[0] = i;
    for (int j = 1; j <= n; j++) {
      int best = corner + (left[i - 1] != right[j - 1]);
      corner = row[j];
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (row[j - 1] + 1 < best)
        best = row[j - 1] + 1;
      row[j] = best;
    }
  }
  return row[n];
}
int main(void) {
  unsigned state = 1;
  for (int i = 0; i < 600; i++) {
    state = state * 1103515245u + 12345u;
    left[i] = (char)('a' + state / 65536 % 4);
    right[i] = left[i * 7 % 600];
  }
  assert(queens(511, 0, 0, 0) == 352);
  int sum = 0;
  for (int n = 100; n <= 600; n += 100)
    sum += distance(n);
  assert(sum > 0 && sum < 2100);
  return 0;
}
