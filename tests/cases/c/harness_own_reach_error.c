// A harness that defines reach_error itself, as SV-COMP programs do.
// expect: bug assertion @6
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {
  assert(0);
}
void __VERIFIER_assert(int condition) {
  if (!condition) reach_error();
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assert(x != 12345);
  return 0;
}
