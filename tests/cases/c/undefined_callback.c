// What nothing defines is an input, callbacks among it.
// options: --entry largest --undefined input --disable null-dereference
// expect: bug assertion @10
// expect: incomplete uncounted-failure
#include <assert.h>

int largest(int (*next)(int), int limit) {
  int first = next(limit);
  if (first > limit) return first;
  assert(first != limit || next(first) == first);
  return limit;
}
