// An integer as a double: exact, and compared as the integer is.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x == 0) return 0;
  double d = x;
  assert(d != 0.0 && (int)d == x && (d < 0) == (x < 0));
  return 0;
}
