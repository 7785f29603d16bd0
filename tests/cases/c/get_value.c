// klee_get_value tries every value, so that nothing is lost.
// expect: bug assertion @9
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_range(0, 5, "x");
  long v = klee_get_valuel(x);
  assert(v == x && !klee_is_symbolic(v));
  assert(v != 3);
  return 0;
}
