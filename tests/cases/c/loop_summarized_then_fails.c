// Labels behind a summarized loop hold on each path that skips iterations; 2 * 7 is 14.
// expect: bug assertion @19
// options: --disable signed-overflow
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 9) return 0;
  unsigned a = 0;
  for (int i = 0; i < n; i++) a += 2;
  int held = 0, old, new = 0, left = 3;
  do {
    assert(!held);
    held = 1;
    old = new;
    if (left > 0 && __VERIFIER_nondet_int()) { left--; held = 0; new++; }
  } while (new != old);
  assert(held);
  assert(a != 14);
  return 0;
}
