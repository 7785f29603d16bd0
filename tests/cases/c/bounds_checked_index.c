// An index that is checked in full.
// expect: safe
#include <klee/klee.h>
int main(void) {
  static const int table[5] = {3, 1, 4, 1, 5};
  int i = klee_int("i");
  if (i < 0 || i >= 5) return 0;
  return table[i] > 5;
}
