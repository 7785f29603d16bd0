// A replay, where all values are known, gives the answers of the path that it repeats.
// expect: bug assertion @14
#include <assert.h>
#include <klee/klee.h>

static int count(unsigned value) { return klee_is_symbolic(value) ? 1 : 0; }

int main(void) {
  unsigned x = klee_int("x"), known = 3;
  int symbolic = count(known) + 2 * count(x);
  assert(symbolic == 2);
  if (x == 7) known = x;
  if (!klee_is_symbolic(x + known)) return 0;
  assert(x != 42);
  return 0;
}
