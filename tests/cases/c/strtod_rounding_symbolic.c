// A negative number is rounded with its sign.
// expect: safe
#include <assert.h>
#include <fenv.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char text[] = "-0.1";
  text[3] = (char)klee_range('1', '3', "digit");
  fesetround(FE_UPWARD);
  double number = strtod(text, NULL);
  fesetround(FE_TONEAREST);
  assert(number == (text[3] == '1' ? -0x1.9999999999999p-4 : -0x1.9999999999999p-3));
  text[3] = (char)klee_range('0', '1', "zero");
  assert(1 / strtod(text, NULL) < 0);
  return 0;
}
