// A sum of twos is never 15, however often it wraps around. Exploration alone does not end.
// expect: incomplete depth-limit
// options: --max-depth 10
// proved: summaries-dfs summaries-klee summaries-dynamic
// proved: summaries-subsume summaries-cdse summaries-multise
// proved: summaries-packed
#include <assert.h>
int nondet_int(void);
int main(void) {
    int n = nondet_int();
    unsigned a = 0;
    for (int i = 0; i < n; i++)
        a += 2;
    assert(a != 15);
    return 0;
}
