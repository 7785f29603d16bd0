// The only assumption is in code that no input reaches, as a search finds out: a loop without an end
// is proved although no path has come to its end.
// expect: incomplete instruction-limit
// options: --max-instructions 3000
// proved: cdse cdse-free subsume-dfs subsume-klee summaries-cdse summaries-subsume
// proved: summaries-dfs summaries-klee
// proved: summaries-packed
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int state = 1;
  while (1) {
    if (state == 3) {
      __VERIFIER_assume(__VERIFIER_nondet_int() > 0);
      reach_error();
    }
    state = state == 1 ? 2 : 1;
    if (__VERIFIER_nondet_int() == 7)
      state = 1;
  }
}
