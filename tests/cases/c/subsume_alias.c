// What a pointer leads to differs between paths that come to one place: a label of one says nothing
// of the other, although both have the same numbers.
// expect: bug assertion @18
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 1, b = 1, n = 0, *p = &a;
  int input = __VERIFIER_nondet_int();
  if (input == 5)
    p = &b;
  if (input > 100)
    n = 1;
  else
    n = 2;
  *p = 0;
  if (n == 1)
    return 0;
  assert(b == 1);
  return n;
}
