// What a variable held before is gone where an uninitialized local was stored.
// expect: bug uninitialized @8
// expect: bug assertion @8
#include <assert.h>
int i = 7;
int main(void) {
  int j; i = j;
  assert(i == 7);
}
