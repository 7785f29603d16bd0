// Iterations that fill, copy and read arrays come back to states that differ in their content only.
// expect: incomplete depth-limit
// options: --max-depth 12
// proved: summaries-dfs summaries-klee summaries-subsume summaries-packed
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

enum { MOST = 100000 };
static int squares[1000];

static unsigned below(const char *name, unsigned most) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, name);
  klee_assume(n <= most);
  return n;
}

// Of symbolic size, uninitialized.
static void fills(void) {
  unsigned n = below("n", MOST);
  int *a = malloc(n * sizeof *a);
  if (!a) return;
  unsigned i;
  for (i = 0; i < n; i++)
    a[i] = (int)i;
  assert(i == n);
  free(a);
}

// Initialized, and read.
static void squares_of(void) {
  unsigned n = below("n", 999);
  for (unsigned i = 0; i < n; i++)
    squares[i] = (int)(i * i);
  unsigned odd = 0;
  for (unsigned i = 0; i < n; i++)
    if (squares[i] & 1) odd++;
  if (odd > 1000) exit(1);
}

int main(void) {
  if (below("which", 1)) fills();
  else squares_of();
  return 0;
}
