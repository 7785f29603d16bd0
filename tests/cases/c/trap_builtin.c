// __builtin_trap ends the program.
// expect: bug abort @6
#include <klee/klee.h>
int main(void) {
  if (klee_int("x") == 17)
    __builtin_trap();
  return 0;
}
