// A state machine of a protocol without end. Labels of its states, by the flags that they depend
// on, prove it; its paths have no end.
// expect: incomplete depth-limit
// options: --max-depth 24
// proved: cdse cdse-free subsume-dfs subsume-klee summaries-cdse summaries-subsume
// proved: summaries-dfs summaries-klee
// proved: summaries-packed
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int hit = __VERIFIER_nondet_int(), state = 10, flag = 0, next = 0;
  while (1) {
    int ok = __VERIFIER_nondet_int();
    switch (state) {
    case 10:
      if (flag == 0)
        flag = 1;
      state = 20;
      break;
    case 20:
      if (flag == 1)
        flag = 2;
      state = hit ? 30 : 40;
      next = 40;
      break;
    case 30:
      assert(flag != 4);
      state = next;
      break;
    case 40:
      if (flag == 2)
        flag = 3;
      state = ok > 5 ? 50 : 30;
      break;
    case 50:
      assert(flag == 3);
      state = ok > 100 ? 20 : 40;
      break;
    default:
      return 0;
    }
    if (ok < 0)
      return 0;
  }
}
