// Two pointers that mean the same object on one path only.
// expect: bug assertion @10
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int a = 1, b = 2, x = klee_int("x");
  int *p = &a, *q = x == 31337 ? &a : &b;
  *p = 10;
  *q = 20;
  assert(*p == 10);
  return 0;
}
