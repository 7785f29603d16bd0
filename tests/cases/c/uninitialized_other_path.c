// The failing path with an uninitialized `_Bool` does not fail again in concrete execution, where
// fewer bytes of `a` are read. The one where it is set does, whichever comes first.
// expect: bug uninitialized @17
// expect: bug assertion @17
#include <assert.h>
#include <stdbool.h>
#include <klee/klee.h>

struct pair { char first; bool set; };

int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  struct pair pair;
  int a[4];
  if (x & 1) a[x & 3] = 1;
  if (y == 5) pair.set = true;
  assert(!pair.set || x != 7);
  return 0;
}
// retried: the run reads fewer uninitialized bytes
