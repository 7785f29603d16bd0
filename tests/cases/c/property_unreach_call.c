// SV-COMP: a call of reach_error is the failure, also where the program defines it; abort is a way to assume.
// expect: bug unreachable-call @13
// options: --property unreach-call
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }
void assume_abort_if_not(int condition) {
  if (!condition) abort();
}
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  assume_abort_if_not(x > 5);
  __VERIFIER_assert(x != 12345);
  __VERIFIER_assert(x > 5);
  return 0;
}
