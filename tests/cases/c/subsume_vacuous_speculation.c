// No input satisfies the last assumption, although states in the loop that no input leads to do:
// that they reach an end is no sign that a path does.
// expect: incomplete vacuous
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), r = 0;
  if (x <= 5)
    __VERIFIER_assume(0);
  for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++)
    r = !r;
  __VERIFIER_assume(x < 3);
  if (r != 0 && r != 1)
    reach_error();
  return 0;
}
