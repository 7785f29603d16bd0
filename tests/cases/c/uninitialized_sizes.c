// What depends on the size of an object that is uninitialized does so in a replay, too.
// expect: bug uninitialized @13
// expect: bug uninitialized @14
// expect: bug uninitialized @14
// expect: bug uninitialized @15
// expect: bug uninitialized @15
// expect: bug assertion @15
// options: --disable leak
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int n;
  char *p = malloc(n);
  if (p) *p = 1;
  if (n > 3) assert(n != 7);
  return 0;
}
