// Before the start.
// expect: bug out-of-bounds @7
#include <klee/klee.h>
int main(void) {
  char a[8] = {0};
  int i = klee_range(-1, 8, "i");
  a[i] = 1;
  return 0;
}
