// A store to one element changes the other one where both indices are equal.
// expect: bug assertion @13
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar() & 3, j = __VERIFIER_nondet_uchar() & 3;
  int cells[4] = {1, 1, 1, 1}, counted = 0;
  while (cells[i] < 5) {
    cells[j] += 2;
    if (++counted == 4) break;
  }
  int last = cells[i];
  assert(counted != 2 || last != 5);
  return 0;
}
