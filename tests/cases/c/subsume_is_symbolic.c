// A state whose value is known does not stand for one whose value is an input, if the program asks.
// expect: bug assertion @9
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  for (int i = 0; i < 3; i++) {
    if (!klee_int("more")) break;
    assert(klee_is_symbolic(x));
    x = 5;
  }
  return 0;
}
