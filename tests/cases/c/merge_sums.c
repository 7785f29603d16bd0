// What was added is taken away again, on paths that merge in between: the sums differ from path to path, and each cancels.
// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  unsigned values[3], sum = 0, count = 0;
  for (int i = 0; i < 3; i++) {
    if (__VERIFIER_nondet_bool()) {
      unsigned value = __VERIFIER_nondet_uint();
      values[count++] = value;
      sum += value;
    } else if (count > 0) {
      sum -= values[--count];
    }
  }
  while (count > 0) sum -= values[--count];
  assert(sum == 0);
  return 0;
}
// options: --solver-time 60s
