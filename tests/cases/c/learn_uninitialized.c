// A local that is never written on some ways is used in a later round.
// expect: bug uninitialized @19
// options: --disable signed-overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int value, state = 0;
  for (int i = 0; i < 4; i++) {
    int x = __VERIFIER_nondet_int();
    if (state == 0) {
      if (x > 5)
        value = x;
      state = 1;
    } else if (state == 1) {
      if (x == 7)
        return 0;
      state = 2;
    } else {
      if (value > 3)
        return 1;
      return 2;
    }
  }
  return 0;
}
