// An input that is read on one side only, and another one after the join: the inputs of a failure come in the right order.
// expect: bug assertion @18
// expect: bug assertion @19
// expect: bug assertion @17
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x > 0) {
    y = __VERIFIER_nondet_int();
    if (y > 100) y = __VERIFIER_nondet_short();
  } else if (x < -50) {
    y = __VERIFIER_nondet_short();
  }
  int z = __VERIFIER_nondet_int();
  assert(!(x == 5 && y == -70000 && z == 9));
  assert(!(x == -51 && y == 12345 && z == 1000000));
  assert(!(x == -5 && z == 11));
  assert(!(x == 0 && y != 0));
  return 0;
}
