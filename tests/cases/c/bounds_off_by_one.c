// One past the end.
// expect: bug out-of-bounds @9
#include <klee/klee.h>
int main(void) {
  int a[8] = {0}, n = klee_range(0, 9, "n");
  for (int i = 0; i < n; i++)
    a[i] = i;
  if (n == 8)
    a[n] = 1;
  return 0;
}
