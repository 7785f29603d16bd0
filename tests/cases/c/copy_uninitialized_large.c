// A large copy of memory that was never written has the same values.
// expect: safe
// options: --disable uninitialized
#include <assert.h>
#include <string.h>
int main(void) {
  int a[20000], b[20000];
  memcpy(b, a, sizeof a);
  assert(a[3] == b[3]);
  return 0;
}
