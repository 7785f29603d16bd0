// A loop that never ends where that is said not to matter: nothing else happens on its paths.
// options: --disable hang
// expect: safe
#include <klee/klee.h>

int main(void) {
  int x = klee_range(0, 5, "x");
  while (x == 3) {
  }
  return x;
}
