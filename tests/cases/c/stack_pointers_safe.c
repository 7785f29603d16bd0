// Pointers to locals of functions that have not returned, and to what outlives them.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
static int *counter(void) {
  static int count;
  count++;
  return &count;
}
static int sum(const int *row, int n) { return n ? row[n - 1] + sum(row, n - 1) : 0; }
static void set(int *to, int value) { *to = value; }
static int depth(int n, int *deepest) {
  int own = n;
  if (n > 0) return depth(n - 1, &own) + (*deepest == n);
  return *deepest;
}
static int *made(int n) {
  int *row = malloc((size_t)n * sizeof *row);
  for (int i = 0; i < n; i++) row[i] = i;
  return row;
}
int main(void) {
  int n = klee_range(1, 5, "n"), local = 0, *row = made(n);
  set(&local, sum(row, n));
  assert(local == n * (n - 1) / 2);
  assert(*counter() == 1 && *counter() == 2);
  depth(200 + n, &local);
  free(row);
  return 0;
}
