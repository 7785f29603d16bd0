// A variable that only a pointer writes, on one path: the other one finds nothing in it.
// expect: bug uninitialized @8
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), x, *p = &x;
  if (c) *p = 1;
  /* One is as good as any value where there is none, but not to a compiler that may choose. */
  if (*p == 1) return 1;
  return 0;
}
