// Nested conditional expressions and side effects.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), calls = 0;
  int sign = x > 0 ? (calls++, 1) : x < 0 ? (calls++, -1) : (calls++, 0);
  assert(calls == 1);
  assert((sign > 0) == (x > 0) && (sign < 0) == (x < 0));
  return 0;
}
