// A pointer leads a loop to a variable that is read behind it. Chains forget what loops write to.
// expect: bug assertion @13
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int total = 3;
static void put(int *to, int by) { *to += by; }
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() & 7;
  int other = 3, before = total;
  int *to = n > 4 ? &total : &other;
  for (int i = 0; i < n; i++)
    put(to, i);
  assert(before != 3 || total != 13);
  return 0;
}
