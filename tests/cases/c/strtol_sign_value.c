// A sign does not split paths in `strtol`: the number is negative where the sign is a minus.
// expect: bug assertion @15
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume((text[0] == '-') | (text[0] == '+'));
  klee_assume((text[1] >= '0') & (text[1] <= '9'));
  text[2] = 0;
  long value = strtol(text, 0, 10);
  assert(value == (text[0] == '-' ? '0' - text[1] : text[1] - '0'));
  assert(value != -7);
  unsigned long bits = strtoul(text, 0, 16);
  assert((unsigned long)value == bits);
  return 0;
}
