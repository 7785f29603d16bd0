/* The middle of a range, as many a binary search computes it: wrong for large ranges.
 *
 *   sheaf check examples/midpoint.c
 */
#include <assert.h>
#include <klee/klee.h>

static int midpoint(int low, int high) { return (low + high) / 2; }

int main(void) {
  int low = klee_int("low");
  int high = klee_int("high");
  klee_assume(0 <= low && low <= high);
  int middle = midpoint(low, high);
  assert(low <= middle && middle <= high);
  return 0;
}
