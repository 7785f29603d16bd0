// A server never ends, and an assumption at its start excludes some inputs: that is no vacuous proof.
// expect: incomplete depth-limit
// options: --max-depth 10
// proved: subsume-dfs subsume-klee summaries-cdse summaries-subsume
// proved: summaries-dfs summaries-klee
// proved: summaries-packed cdse
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), locked = 0;
  if (x <= 5)
    __VERIFIER_assume(0);
  while (1) {
    if (__VERIFIER_nondet_int()) {
      if (locked != 0 && locked != 1)
        reach_error();
      locked = !locked;
    }
  }
}
