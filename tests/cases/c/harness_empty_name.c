// Names of inputs may be empty.
// expect: bug assertion @13
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  static const char zeros[5];
  int a, b;
  klee_make_symbolic(&a, sizeof a, "");
  klee_make_symbolic(&b, sizeof b, zeros);
  int c = klee_int("");
  int d = klee_range(0, 4, zeros);
  assert(a != 1 || b != 2 || c != 3 || d != 3);
  return 0;
}
