// No path reaches an end: the loop may go around forever, but behind it an assumption is false.
// expect: incomplete depth-limit
// options: --max-depth 20
#include <klee/klee.h>
int main(void) {
  while (klee_int("more"))
    ;
  klee_assume(0);
  return 0;
}
