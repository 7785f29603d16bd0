// What else ends a program is no failure: assertions, abort.
// expect: safe
// options: --property unreach-call
// paths: 3
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error() { assert(0); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 3);
  if (x < 0) abort();
  if (x < 0 || x == 3) reach_error();
  return 0;
}
