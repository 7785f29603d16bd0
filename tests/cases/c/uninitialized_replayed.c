// A failure on a path where uninitialized memory has a certain value happens again, although the
// concrete run reads fewer bytes of `a` before.
// expect: bug uninitialized @15
// expect: bug assertion @15
#include <assert.h>
#include <stdbool.h>
#include <klee/klee.h>

struct pair { char first; bool set; };

int main(void) {
  int x = klee_int("x"), a[4];
  struct pair pair;
  if (x & 1) a[x & 3] = 1;
  assert(!pair.set || x != 7);
  return 0;
}
// retried: the run reads fewer uninitialized bytes
