// Calling a null function pointer.
// expect: bug null-dereference @8
#include <stddef.h>
#include <klee/klee.h>
static int one(void) { return 1; }
int main(void) {
  int (*f)(void) = klee_int("x") == 4 ? NULL : one;
  return f() - 1;
}
