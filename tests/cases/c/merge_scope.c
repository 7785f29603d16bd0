// An array that goes out of scope on one side, while a pointer to it stays; on the other the pointer goes elsewhere.
// expect: bug use-after-free @19
#include <klee/klee.h>
static int *escape(int *fallback, int c) {
  int local[4];
  local[0] = 9;
  int *p = fallback;
  if (c == 1) p = local;
  *p += 1;
  return p;
}
int main(void) {
  int c = klee_range(0, 4, "c"), x = 3;
  int *p = escape(&x, c);
  if (c != 1)
    *p += 1;
  if (c == 2 && *p != 5) return 1;
  if (c <= 1)
    return *p;
  return 0;
}
