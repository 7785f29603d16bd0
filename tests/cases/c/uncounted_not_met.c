// No input meets a failure of the kind that does not count.
// expect: safe
// options: --disable out-of-bounds
#include <klee/klee.h>
int main(void) {
  int a[4] = {1, 2, 3, 4}, i = klee_range(0, 4, "i");
  return a[i] != i + 1;
}
