// The same without a runtime: a trap, of which a number says what it is for. What does not count does not end a path.
// options: --disable sanitizer,signed-overflow -- -fsanitize=undefined -fsanitize-trap=undefined
// expect: bug shift @14
// expect: bug assertion @15
#include <assert.h>
#include <klee/klee.h>
#include <limits.h>
int main(void) {
  int x = klee_int("x"), y = klee_range(0, 40, "y");
  char bytes[8] = {0};
  int sum = x + 1; // not counted: it wraps
  int moved = *(int *)(bytes + 1);
  unsigned one = 1;
  unsigned shifted = one << y;
  assert(sum > x || shifted == 0 || moved);
  return 0;
}
