// Cells at symbolic indices are counted up or exchanged: the assertions are choices over a few bits
// of each index, which are decided by trying all of them.
// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
enum { SIZE = 8, ROUNDS = 4 };

int main(void) {
  int a[SIZE] = {0}, counted = 0, total = 0;
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
    total += a[i];
  }
  assert(total == counted);
  return 0;
}
