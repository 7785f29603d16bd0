// On one path, a variable's life had ended when that of another one began, so that they may be at one place.
// expect: incomplete address-dependent
#include <klee/klee.h>
#include <stdlib.h>

int *dangling;

static void leave(void) {
  int local = 1;
  dangling = &local;
}

int main(void) {
  int before;
  klee_make_symbolic(&before, sizeof before, "before");
  if (before) leave();
  {
    int later = 5, *place = &later;
    if (!before) leave();
    before = 0;
    if (dangling == place) abort();
    *place = 0;
  }
  return 0;
}
