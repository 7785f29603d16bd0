// Neither loop is bounded: the first needs a summary, the second one labels.
// expect: incomplete depth-limit
// options: --disable signed-overflow --max-depth 12
// proved: summaries-subsume
// proved: summaries-dfs summaries-klee
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned a = 0;
  for (int i = 0; i < n; i++) a += 2;
  int held = 0, old, new = 0;
  do {
    assert(!held);
    held = 1;
    old = new;
    if (__VERIFIER_nondet_int()) { held = 0; new++; }
  } while (new != old);
  assert(held);
  assert(a != 15);
  return 0;
}
