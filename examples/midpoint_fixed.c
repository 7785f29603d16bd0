/* The middle of a range without overflow: right for each of the 2^61 ranges.
 *
 *   sheaf check examples/midpoint_fixed.c
 */
#include <assert.h>
#include <klee/klee.h>

static int midpoint(int low, int high) { return low + (high - low) / 2; }

int main(void) {
  int low = klee_int("low");
  int high = klee_int("high");
  klee_assume(0 <= low && low <= high);
  int middle = midpoint(low, high);
  assert(low <= middle && middle <= high);
  return 0;
}
