// As subsume_lock.c, but once in a while the counter changes and the lock is kept.
// expect: bug assertion @12
// options: --max-depth 20
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int lock = 0;
  unsigned old, new = __VERIFIER_nondet_uint(), round = 0;
  do {
    if (++round > 4)
      return 0;
    assert(lock == 0);
    lock = 1;
    old = new;
    if (__VERIFIER_nondet_uint() > 7) {
      lock = round == 3;
      new++;
    }
  } while (new != old);
  return 0;
}
