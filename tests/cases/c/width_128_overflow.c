// The sum of two 128-bit numbers overflows.
// expect: bug signed-overflow @7
#include <klee/klee.h>
int main(void) {
  __int128 a;
  klee_make_symbolic(&a, sizeof a, "a");
  a += 1;
  return 0;
}
