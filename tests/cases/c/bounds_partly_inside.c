// An access that starts inside and ends outside.
// expect: bug out-of-bounds @9
#include <klee/klee.h>
int main(void) {
  char a[8] = {0};
  int i = klee_range(0, 8, "i");
  int value;
  __builtin_memcpy(&value, a + (i & 4), sizeof value);
  return *(int *)(a + (i | 5)) == 7;
}
