// A masked distance is always fine; 64-bit shifts go further.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  unsigned long one = 1ul << (n & 63);
  assert((one & (one - 1)) == 0 && one != 0);
  int minus = -64 >> (n & 3);
  assert(minus <= -8);
  return 0;
}
