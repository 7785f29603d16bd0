// Labels behind a summarized loop hold on each path that skips iterations; 2 * 7 is 14.
// expect: bug assertion @18
// options: --disable signed-overflow --max-depth 40
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned a = 0;
  for (int i = 0; i < n; i++) a += 2;
  int held = 0, old, new = 0;
  do {
    assert(!held);
    held = 1;
    old = new;
    if (__VERIFIER_nondet_int()) { held = 0; new++; }
  } while (new != old);
  assert(held);
  assert(a != 14);
  return 0;
}
