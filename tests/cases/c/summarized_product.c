// The product of two inputs by nested loops, in the order of a loop's effect and in the program's.
// expect: incomplete depth-limit
// options: --max-depth 8
// proved: summaries-dfs summaries-klee summaries-dynamic summaries-packed
// proved: summaries-multise summaries-subsume summaries-cdse
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), c = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++) c += 3;
  assert(c == 3 * n * m);
}
