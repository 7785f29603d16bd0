// What follows exit on its path is not reached; _Exit runs no handlers.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
static void never(void) { assert(0); }
int main(void) {
  int x = klee_int("x");
  if (x < 0) exit(2);
  assert(x >= 0);
  atexit(never);
  _Exit(0);
}
