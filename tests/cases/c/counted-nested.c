// Nested loops whose product of iterations is reached.
// expect: bug assertion @14
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int step(int x, int by) { return x + by; }
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() & 3;
  int count = 0, even = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < n; j++) {
      count = step(count, 1);
      even = even ? 0 : 1;
    }
  assert(count != 8);
  return 0;
}
