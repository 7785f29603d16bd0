// Branches between a fact and its use that have nothing to do with it. In loops and calls, too.
// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int state;
static unsigned noise;

static void disturb(int x) {
  if (x > 3)
    noise++;
  else
    noise += 2;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10)
    state = 1;
  else
    state = 2;
  for (int i = 0; i < 5; i++)
    disturb(__VERIFIER_nondet_int());
  if (x > 20)
    assert(state == 1);
  if (x < 5)
    assert(state == 2);
  return 0;
}
