// A lock that is taken and given back in a loop: labels prove it for any number of rounds, by the
// value of the lock at the head of the loop.
// expect: incomplete depth-limit
// options: --max-depth 20
// proved: cdse cdse-free subsume-dfs subsume-klee summaries-subsume
// proved: summaries-dfs summaries-klee
// proved: summaries-packed
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int lock = 0;
  unsigned old, new = __VERIFIER_nondet_uint();
  do {
    assert(lock == 0);
    lock = 1;
    old = new;
    if (__VERIFIER_nondet_uint() > 7) {
      assert(lock == 1);
      lock = 0;
      new++;
    }
  } while (new != old);
  assert(lock == 1);
  return 0;
}
