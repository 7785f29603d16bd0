// A loop that changes nothing never ends. Its state repeats itself, also where it calls and stores.
// expect: bug hang @15
// options: --enable hang
#include <klee/klee.h>

static int same(int *x) {
  int y = *x;
  *x = y + 1;
  *x = y;
  return y;
}

int main(void) {
  int x = klee_range(0, 5, "x");
  while (x == 3)
    x = same(&x);
  return x;
}
