// Code after a check that certainly fails is executed if that kind of failure does not count.
// options: --disable shift
// expect: bug assertion @21
#include <assert.h>
#include <klee/klee.h>

int changed;

static void change(void) {
  int x = 1 << 40;
  changed = 1;
}

int main(void) {
  int wanted, other;
  klee_make_symbolic(&wanted, sizeof wanted, "wanted");
  klee_make_symbolic(&other, sizeof other, "other");
  if (!wanted) change();
  for (int i = 0; i < 3; i++) other ^= 1;
  if (other == 77) return 9;
  assert(!changed);
  return 0;
}
