// A pointer one past the end may be made and compared, but is not read.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char a[8];
  unsigned sum = 0;
  klee_make_symbolic(a, sizeof a, "a");
  for (unsigned char *p = a; p != a + 8; p++) sum += *p;
  assert(sum <= 8 * 255);
  return 0;
}
