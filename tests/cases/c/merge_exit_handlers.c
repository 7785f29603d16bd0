// Handlers registered on one side only run on that side only.
// expect: bug assertion @8
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
static int c, order;
static void first(void) {
  assert(order != 12);
}
static void second(void) { order = order * 10 + 2; }
static void third(void) { order = order * 10 + 1; }
int main(void) {
  c = klee_int("c");
  atexit(first);
  if (c > 0) atexit(second);
  if (c == 9) exit(0);
  if (c < 5) atexit(third);
  return 0;
}
