// Zero has no first and no last bit that is set.
// expect: bug invalid-builtin @8
// expect: bug invalid-builtin @9
#include <klee/klee.h>
int main(void) {
  unsigned x = klee_range(0, 10, "x"), y = klee_range(0, 10, "y");
  switch (klee_range(0, 3, "which")) {
    case 0: return __builtin_clz(x);
    case 1: return __builtin_ctzl(y);
    default: return __builtin_clz(x | 1) + __builtin_ctz(y + 1) + __builtin_ffs(x) + __builtin_popcount(y);
  }
}
