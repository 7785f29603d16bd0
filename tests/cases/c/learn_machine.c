// A protocol without an end: whether the assertion holds is a matter of what one input was when it
// was tested first, of a state and a flag, whatever the round.
// expect: incomplete instruction-limit
// options: --max-instructions 3000 --disable signed-overflow
// proved: cdse cdse-free subsume-dfs subsume-klee summaries-cdse summaries-subsume
// proved: summaries-dfs summaries-klee
// proved: summaries-packed
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int asked;

static int ask(int state) {
  int answer = __VERIFIER_nondet_int();
  asked = state;
  return answer > 0 ? state + 1 : -1;
}

int main(void) {
  int state = 1, flag = 0, hit = __VERIFIER_nondet_int();
  for (;;) {
    switch (state) {
    case 1:
      if (ask(state) < 0) return 0;
      state = hit ? 2 : 3;
      break;
    case 2:
      assert(flag == 0 && asked == 1);
      state = 4;
      break;
    case 3:
      flag = 1;
      state = 5;
      break;
    case 4:
      if (ask(state) == -1) return 1;
      state = 1;
      break;
    case 5:
      assert(!hit);
      state = 1;
      break;
    }
  }
}
