// Indeterminate values may be moved around and overwritten.
// expect: safe
#include <assert.h>
int main(void) {
  int a[2], b;
  a[1] = 4;
  b = a[0];
  a[0] = a[1];
  a[1] = b;
  a[1] = 5;
  assert(a[0] == 4 && a[1] == 5);
  return 0;
}
