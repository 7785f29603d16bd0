// A pointer that means one of three objects.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int a = 1, b = 2, c = 3, which = klee_range(0, 3, "which");
  int *choice[3] = {&a, &b, &c};
  int *p = choice[which];
  *p += 10;
  assert(a + b + c == 16);
  assert(*p == which + 11);
  assert(which != 1 || (a == 1 && b == 12));
  return 0;
}
