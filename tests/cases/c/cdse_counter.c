// A check in the loop that only fails for what the counter never is.
// expect: incomplete depth-limit
// options: --max-depth 10
// proved: subsume-dfs subsume-klee summaries-dfs summaries-klee summaries-dynamic
// proved: summaries-subsume summaries-cdse summaries-multise summaries-packed cdse cdse-free
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n"), i = 0, b = 0;
  while (i < n) {
    if (i == -1) b = 1 / (i + 1);
    i = i + 1;
  }
  return b;
}
