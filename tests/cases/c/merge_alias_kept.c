// Two pointers to one object, whichever it is: a store through one is read through the other, and the other object keeps its value.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int a = 1, b = 2, c = klee_int("c"), *p, *q;
  if (c > 0) {
    p = &a;
    q = p;
  } else {
    p = &b;
    q = p;
  }
  *q += 10;
  assert(*p == *q);
  assert(a + b == 13);
  assert((c > 0) == (a == 11) && (c > 0) == (b == 2));
  *p = 7;
  assert(*q == 7);
  return 0;
}
