// sprintf into a buffer that is too small for some numbers.
// expect: bug out-of-bounds @9
#include <stdio.h>
#include <klee/klee.h>
int main(void) {
  char buffer[4];
  int x = klee_range(-20, 120, "x");
  sprintf(buffer, "%d", x);
  sprintf(buffer, "x%d", x);
  return 0;
}
