// The counter is what fails after many iterations: beyond the constants that are told apart.
// expect: bug division-by-zero @9
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n"), i = 0, b = 0;
  if (n > 72) n = 72;
  while (i < n) {
    if (i == 70) b = 1 / (i - 70);
    i = i + 1;
  }
  return b;
}
