// A function called through a pointer of another type.
// expect: bug type-error @7
#include <klee/klee.h>
static int two(int a, int b) { return a + b; }
int main(void) {
  int (*f)(void) = (int (*)(void))two;
  if (klee_int("x") == 3) return f();
  return 0;
}
