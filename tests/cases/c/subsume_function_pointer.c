// Two paths come to a call with the same numbers and different functions.
// expect: bug assertion @7
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int good(int x) { return x; }
static int bad(int x) {
  assert(x != 3);
  return x;
}
int main(void) {
  int (*call)(int) = good;
  int input = __VERIFIER_nondet_int(), sum = 3;
  if (input == 12)
    call = bad;
  if (input > 40)
    input = 1;
  return call(sum) + (input > 3);
}
