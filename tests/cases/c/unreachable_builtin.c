// __builtin_unreachable is reached.
// expect: bug unreachable-call @7
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x == 17)
    __builtin_unreachable();
  return 0;
}
