// A pointer copied byte by byte is the same pointer.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), *p = &x, *q;
  for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];
  assert(*q == x && q == p);
  return 0;
}
