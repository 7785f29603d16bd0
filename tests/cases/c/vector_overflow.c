// A vector sum wraps in one element only.
// expect: bug assertion @10
#include <assert.h>
#include <klee/klee.h>
typedef unsigned v4 __attribute__((vector_size(16)));
int main(void) {
  v4 a;
  klee_make_symbolic(&a, sizeof a, "a");
  v4 b = a + 1;
  assert(b[2] > a[2]);
  return 0;
}
