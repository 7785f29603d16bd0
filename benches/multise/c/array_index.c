// An array with symbolic indices: N cells of it are counted up or exchanged with their neighbours.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#ifndef N
#define N 6
#endif
enum { SIZE = 8 };

int main(void) {
  int a[SIZE] = {0}, counted = 0, total = 0;
  for (int i = 0; i < N; i++) {
    unsigned at = __VERIFIER_nondet_uchar() % SIZE, next = (at + 1) % SIZE;
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
