// A variable that has no value on one side, read there under a condition that leaves little of that side.
// expect: bug uninitialized @14
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), x;
  if (c > 0) x = 5;
  int ok = c > 0 ? x : 5;
  assert(ok == 5);
  if (c > 0) {
    if (x != 5) return 1;
  }
  if (c > -2)
    if (x == 6) return 1;
  return 0;
}
