// An assumption ends some paths of each round, and rounds are followed from states that no input leads to. The loop ends all the same.
// expect: safe
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);
int main(void) {
  int set = 0;
  for (int i = 0; i < 5; i++) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
      __VERIFIER_assume(0);
    if (set != 0 && set != 1)
      reach_error();
    set = x > 7;
  }
  return 0;
}
