// In the loop the two values are the same, which only the condition in front of it says: a state
// that has forgotten it fails, and that is no failure of the program.
// expect: incomplete depth-limit
// options: --max-depth 12
// proved: subsume-dfs subsume-klee summaries-subsume
// proved: summaries-dfs summaries-klee
// proved: summaries-packed
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), state = 0;
  if (x != y)
    return 0;
  while (__VERIFIER_nondet_int()) {
    assert(x == y || state == 3);
    state = (state + 1) % 3;
  }
  return 0;
}
