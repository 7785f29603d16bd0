// Most states of the loop are harmless whatever the inputs are; the last one is not for one of
// them, and the path that comes there must not be dropped.
// expect: bug assertion @16
// options: --max-depth 16
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), state = 0;
  if (x < 7)
    return 0;
  while (state < 5) {
    if (!__VERIFIER_nondet_int())
      return 0;
    state++;
    // Known in front of the loop, but for one value.
    assert(state != 4 || x != 7);
  }
  return 0;
}
