// A symbolic float ends its path.
// expect: incomplete unmodelled-operation
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x == 0) return 0;
  double d = x;
  assert(d != 0.0);
  return 0;
}
