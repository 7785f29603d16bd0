// Starts at a function whose parameters are inputs.
// expect: bug assertion @8
// options: --entry clamp
#include <assert.h>
int clamp(int value, unsigned char limit) {
  int clamped = value < 0 ? 0 : value > limit ? limit : value;
  assert(clamped >= 0 && clamped <= 255);
  assert(clamped != 42 || limit != 43);
  return clamped;
}
