// A decimal number in symbolic text is rounded as the same text is when it is known: each failure runs again with that.
// expect: bug assertion @12
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  char text[] = "0.2?", *end;
  klee_make_symbolic(text + 3, 1, "last");
  double value = strtod(text, &end);
  if (end != text + 4) return 0;
  /* 0.29 is below its decimal, and shows it. */
  assert(value * 100 != 28.999999999999996);
  return 0;
}
