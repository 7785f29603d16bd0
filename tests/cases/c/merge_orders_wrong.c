// Each claim about the order of numbers fails for few of them: for equal ones, for neighbours, for a different sign.
// expect: bug assertion @22
// expect: bug assertion @24
// expect: bug assertion @26
// expect: bug assertion @28
#include <assert.h>
#include <klee/klee.h>
static int larger(int a, int b) {
  return a < b ? b : a;
}
int main(void) {
  int w = klee_int("w"), x = klee_int("x"), y = klee_int("y"), z = klee_int("z");
  int strict = 0, apart = 0;
  // x <= w <= z <= y: x < y follows only where x != z.
  if (w <= z && z <= y && x <= w) {
    if (larger(x, z) != x) apart = 1;
    if (x < y) strict = 1;
  } else {
    strict = apart = 1;
  }
  int highest = larger(larger(w, x), larger(y, z));
  assert(strict == apart);
  if (w < x && x < y)
    assert(y != w + 2);
  if (w < y)
    assert((unsigned)w < (unsigned)y);
  if (highest == w && w == y)
    assert(z != x);
  return 0;
}
