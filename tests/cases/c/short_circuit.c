// The right side of && and || is evaluated only when needed.
// expect: safe
#include <assert.h>
#include <stddef.h>
#include <klee/klee.h>
int main(void) {
  int x, value = 3, *p;
  klee_make_symbolic(&x, sizeof x, "x");
  p = x ? &value : NULL;
  if (p && *p == 3) assert(x != 0);
  if (!p || *p == 3) return 0;
  assert(0);
  return 0;
}
