// A callback that is there is not modelled: what it does is left out.
// expect: incomplete unmodelled-call
// options: --entry visit
#include <stddef.h>
int visit(int x, int (*f)(int)) {
  if (f == NULL) return 0;
  return f(x) > 3;
}
