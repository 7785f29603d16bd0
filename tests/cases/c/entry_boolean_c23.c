// In C23, debug information calls the type `bool`.
// expect: safe
// options: --std c23 --entry f
#include <assert.h>

struct flags { char before; bool one, two; };

int f(bool flag, bool *where, struct flags flags, struct flags *list) {
  int sum = flag;
  if (where) sum += *where;
  sum += flags.one + flags.two;
  if (list) sum += list[0].two;
  assert(sum <= 5);
  return sum;
}
