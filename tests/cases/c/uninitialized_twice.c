// Two decisions on uninitialized memory along one path: both are reported, and both replay.
// expect: bug uninitialized @8
// expect: bug uninitialized @9
#include <klee/klee.h>
int main(void) {
  int a[2];
  int n = 0;
  if (a[0] > 5) n++;
  if (a[1] > 5) n++;
  return n;
}
