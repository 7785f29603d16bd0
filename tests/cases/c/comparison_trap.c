// A negative length is a huge unsigned number.
// expect: bug assertion @9
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int length;
  klee_make_symbolic(&length, sizeof length, "length");
  if (length < (int)sizeof(int) && length > -10) {
    assert((unsigned)length < sizeof(int));
  }
  return 0;
}
