// Two paths meet at a loop head with values that look alike: conditions on inputs that no variable determines, and on the
// size of an object, tell them apart. The longer path fails.
// expect: bug assertion @21
// expect: bug out-of-bounds @44
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static void wait(void) {
  for (int i = 0; i < 3; i++)
    if (klee_int("y") == 7) break;
}

static void values(void) {
  unsigned v = 0, x = (unsigned)klee_int("x");
  if (x > 5 && x < 100) v = x * 2;
  else if (x == 3) { v = 6; v ^= 1; v ^= 1; }
  else return;
  for (int i = 0; i < 3; i++)
    if (klee_int("y") == 7) break;
  assert(v != 6);
}

int main(void) {
  if (klee_int("which")) {
    values();
    return 0;
  }
  unsigned n = (unsigned)klee_int("n");
  if (n < 1 || n > 50) return 0;
  char *p = malloc(n);
  if (!p) return 0;
  p[0] = 1;
  if (n > 5) {
  } else if (n == 3) {
    n ^= 1;
    n ^= 1;
  } else {
    return 0;
  }
  wait();
  for (int i = 0; i < 3; i++)
    if (klee_int("z") == 7) break;
  p[4] = 2;
  return 0;
}
