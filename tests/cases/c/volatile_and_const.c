// volatile reads and writes are ordinary ones.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
static volatile int shared = 3;
int main(void) {
  volatile int x = klee_int("x");
  shared = x;
  assert(shared == x);
  return 0;
}
