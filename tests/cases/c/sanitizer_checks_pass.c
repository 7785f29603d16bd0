// Checks of UndefinedBehaviorSanitizer that hold: none is a branch, so there are one path.
// options: --enable shift-overflow -- -fsanitize=undefined,unsigned-integer-overflow
// expect: safe
// paths: 1
#include <klee/klee.h>
static int twice(int x) { return 2 * x; }
int main(void) {
  int x = klee_range(0, 4, "x"), y = klee_range(1, 5, "y");
  int row[4] = {1, 2, 3, 4};
  int (*function)(int) = twice;
  int *p = row + x;
  unsigned u = x;
  long long r = x * y + x / y + (x << y) + *p + row[x] + function(x) + (int)(x * 0.5) + u * 2u;
  return r > 20;
}
