// Two inputs that are addresses of objects lie in the order of these, which nobody promises.
// expect: incomplete address-dependent
#include <assert.h>

int *nondet_pointer(void);

int main(void) {
  int x = 1, y = 2;
  int *q = nondet_pointer(), *r = nondet_pointer();
  if (q == &x && r == &y) assert(q < r);
}
