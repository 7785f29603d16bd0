// As subsume_flags.c, but where two flags are set, the second one's lock is given back too early:
// the ways of the first flag alone, or of the second, are harmless.
// expect: bug assertion @15
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int(), rounds = 0;
  while (rounds++ < 3 && __VERIFIER_nondet_int()) {
    int a = 0, b = 0;
    if (p) a = 1;
    if (q) b = 1;
    if (p && rounds == 2) b = 0;
    if (p) assert(a == 1);
    // The first round is harmless, and so is each without both flags.
    if (q) assert(b == 1);
  }
  return 0;
}
