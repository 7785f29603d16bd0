// The value behind a loop is that of the round in which the loop was left: clauses that do not say
// which exclude the round that fails.
// expect: bug assertion @22
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int last;

static int step(int x) { return x > 5 ? x - 5 : x + 1; }

int main(void) {
  int kept = 0;
  for (int i = 0; i < 4; i++) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100)
      continue;
    kept = i * 3;
    last = step(i);
    if (x == 50)
      break;
  }
  assert(kept + last != 6 + 3);
  if (kept == 9)
    assert(last == 4);
  return 0;
}
