// What a path implies is not one of its conditions, also when it is executed again: what strcpy asks
// depends on these, and so do the decisions after it.
// expect: bug assertion @25
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

static int is_zero(unsigned char byte) { return byte <= 1 && !(byte & 1); }

int main(void) {
  unsigned char branched[4], divided[4], bits;
  char copy[2];
  int count = 0;
  klee_make_symbolic(branched, sizeof branched, "branched");
  klee_make_symbolic(divided, sizeof divided, "divided");
  klee_make_symbolic(&bits, sizeof bits, "bits");
  if (!is_zero(branched[0]) || !is_zero(divided[0])) return 0;
  if (!branched[0]) count++;
  strcpy(copy, (char *)branched);
  count += 10 / !divided[0];
  strcpy(copy, (char *)divided);
  for (int at = 0; at < 6; at++)
    if (bits >> at & 1) count++;
  assert(!copy[0]);
  assert(count < 17);
  return 0;
}
