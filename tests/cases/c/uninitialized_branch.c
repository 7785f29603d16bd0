// A branch on a local that was never written.
// expect: bug uninitialized @7
#include <klee/klee.h>
int main(void) {
  int value;
  if (klee_int("x") > 0) value = 1;
  if (value == 3)
    return 1;
  return 0;
}
