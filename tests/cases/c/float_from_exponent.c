// A decimal exponent in symbolic text, as in float_from_text.c: a number that is not exact, and one that is.
// expect: bug assertion @10
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  char text[] = "4e-0";
  klee_make_symbolic(text + 3, 1, "power");
  /* 4e-7 is not a float, and the nearest is the constant. */
  assert(strtof(text, NULL) != 4e-7f);
  text[2] = '+';
  assert(strtod(text, NULL) < 5e9);
  return 0;
}
