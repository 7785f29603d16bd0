// Numbers are rounded to nearest: to ask for that changes nothing, and another rounding is not modelled.
// expect: incomplete unmodelled-call
#include <assert.h>
#include <fenv.h>
#include <klee/klee.h>
int main(void) {
  int mode = klee_int("mode");
  assert(fegetround() == FE_TONEAREST && fesetround(FE_TONEAREST) == 0);
  if (mode == FE_UPWARD) fesetround(mode);
  return 0;
}
