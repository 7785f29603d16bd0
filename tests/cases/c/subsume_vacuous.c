// No input satisfies the assumption: that is no proof.
// expect: incomplete vacuous
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  if (x > 3)
    n = 1;
  if (x < 100)
    n += 2;
  __VERIFIER_assume(n > 7);
  return n;
}
