// One of the merged sums does not cancel: the third value is taken away twice.
// expect: bug assertion @19
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
  while (count > 0) sum -= values[--count] * (count == 2 ? 2 : 1);
  assert(sum == 0);
  return 0;
}
// options: --solver-time 60s
