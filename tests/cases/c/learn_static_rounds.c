// The same function is called in each round with other values, and what it keeps counts.
// expect: bug assertion @15
// options: --disable signed-overflow
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int step(int request) {
  static int last = -1;
  int before = last;
  last = request;
  return before;
}

static void check(int before, int now) {
  assert(!(before == 3 && now == 2));
}

int main(void) {
  for (int i = 0; i < 5; i++) {
    int x = __VERIFIER_nondet_int();
    int now = x > 0 ? 1 : x == 0 ? 2 : 3;
    int before = step(now);
    if (i > 2)
      check(before, now);
  }
  return 0;
}
