// A loop that is proved by what a search tracks, and behind it an assumption that holds for no
// input: dropping states of the loop must not hide it. The assumption is in a function that is
// called through a pointer, and in a handler that runs at exit.
// expect: incomplete vacuous
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int state = 1;

static void never(void) { __VERIFIER_assume(state == 7); }

static void leave(void (*last)(void)) { last(); }

int main(void) {
  atexit(never);
  for (int round = 0; round < 3 && __VERIFIER_nondet_int(); round++) {
    assert(state != 3);
    state = state == 1 ? 2 : 1;
  }
  if (__VERIFIER_nondet_int())
    leave(never);
  return 0;
}
