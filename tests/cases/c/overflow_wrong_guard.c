// A check for overflow that overflows itself.
// expect: bug signed-overflow @7
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x >= 0 && x + 100 < x)
    return 1;
  return 0;
}
