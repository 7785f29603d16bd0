// Five locks, each of which is taken and given back where its flag says so, in a loop without end.
// A label need not exclude the other value of a flag: there the lock is not looked at.
// expect: incomplete depth-limit
// options: --max-depth 12
// proved: cdse cdse-free subsume-dfs subsume-klee summaries-cdse summaries-subsume
// proved: summaries-dfs summaries-klee
// proved: summaries-packed
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int(), r = __VERIFIER_nondet_int();
  int s = __VERIFIER_nondet_int(), t = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) {
    int a = 0, b = 0, c = 0, d = 0, e = 0;
    if (p) a = 1;
    if (q) b = 1;
    if (r) c = 1;
    if (s) d = 1;
    if (t) e = 1;
    if (p) assert(a == 1);
    if (q) assert(b == 1);
    if (r) assert(c == 1);
    if (s) assert(d == 1);
    if (t) assert(e == 1);
  }
  return 0;
}
