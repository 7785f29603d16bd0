// Bounds of counters that are left after many iterations: by wrapping around, and by another step.
// expect: bug abort @14
// expect: bug abort @21
// options: --max-depth 400
#include <klee/klee.h>
#include <stdlib.h>

static void wraps(void) {
  unsigned i = 0;
  for (int rounds = 0; rounds < 130 && klee_int("more"); rounds++)
    i += 0x1000000;
  // Negative as a signed number.
  if (i == 0x81000000)
    abort();
}
static void returns(void) {
  int i = 100;
  while (i < 200 && klee_int("more"))
    i++;
  i -= 150;
  if (i < -45) abort();
}
int main(void) {
  if (klee_int("which")) wraps();
  else returns();
  return 0;
}
