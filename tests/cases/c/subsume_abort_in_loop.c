// A program that ends itself does not fail, if that does not count: a loop with such an end is proved for all rounds.
// expect: incomplete depth-limit
// options: --property unreach-call --max-depth 12
// proved: cdse cdse-free subsume-dfs subsume-klee
// proved: summaries-subsume summaries-cdse
// proved: summaries-dfs summaries-klee
// proved: summaries-packed
int __VERIFIER_nondet_int(void);
void abort(void);
void reach_error(void);
static void assume_abort_if_not(int condition) {
  if (!condition)
    abort();
}
int main(void) {
  int locked = 0;
  while (1) {
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x >= 0 && x < 3);
    if (locked != 0 && locked != 1)
      reach_error();
    if (x == 1)
      locked = !locked;
  }
}
