// The check forgets negative numbers.
// expect: bug out-of-bounds @8
#include <klee/klee.h>
int main(void) {
  static const int table[5] = {3, 1, 4, 1, 5};
  int i = klee_int("i");
  if (i >= 5) return 0;
  return table[i] > 5;
}
