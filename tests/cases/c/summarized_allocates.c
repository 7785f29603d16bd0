// Iterations that allocate and free come back to the states of earlier ones.
// expect: incomplete depth-limit
// options: --max-depth 12
// proved: summaries-dfs summaries-klee summaries-subsume summaries-packed
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct request { int kind, value; };

static int serve(const struct request *asked, int last) {
  int answers[2] = { 0, 1 };
  return answers[asked->kind == 1 || last];
}

int main(void) {
  int last = 0;
  while (klee_int("more")) {
    struct request *asked = malloc(sizeof *asked);
    if (!asked) return 1;
    asked->kind = klee_int("kind");
    asked->value = last;
    last = serve(asked, asked->value);
    free(asked);
  }
  assert(last == 0 || last == 1);
  return 0;
}
