// Memory on the stack of a size known only when it runs.
// expect: safe
#include <alloca.h>
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  int n = klee_range(1, 4, "n");
  int row[n];
  for (int i = 0; i < n; i++) row[i] = i;
  assert(row[n - 1] == n - 1 && sizeof row == n * sizeof *row);
  char *p = alloca((size_t)n + 1);
  memset(p, 'x', (size_t)n);
  p[n] = 0;
  assert(strlen(p) == (size_t)n);
  return 0;
}
