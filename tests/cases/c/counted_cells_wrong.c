// Like counted_cells.c, but the last cell is counted, exchanged with the first, and counted again.
// expect: bug assertion @23
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
enum { SIZE = 8, ROUNDS = 4 };

int main(void) {
  int a[SIZE] = {0}, counted = 0;
  for (int i = 0; i < ROUNDS; i++) {
    unsigned at = __VERIFIER_nondet_uint() % SIZE, next = (at + 1) % SIZE;
    if (a[at] > a[next]) {
      int kept = a[at];
      a[at] = a[next];
      a[next] = kept;
    } else {
      a[at]++;
      counted++;
    }
  }
  for (int i = 0; i < SIZE; i++) {
    assert(a[i] >= 0 && a[i] <= counted);
  }
  assert(a[0] != 1 || a[7] != 2 || counted != 3);
  return 0;
}
