// The distance of a shift counts as a whole, also where its type is wider than the shifted value's.
// expect: bug shift @11
// expect: bug shift @12
// expect: bug shift @13
#include <klee/klee.h>
int main(void) {
  long n;
  klee_make_symbolic(&n, sizeof n, "n");
  if ((n & 0xffffffff) > 20) return 0;
  switch (klee_range(0, 4, "which")) {
    case 0: return 1 << n;
    case 1: return 1u >> (unsigned long)n;
    case 2: return (int)(1l << (__int128)n * 64);
    default: return n >= 0 && n < 32 ? 1 << n : 0;
  }
}
