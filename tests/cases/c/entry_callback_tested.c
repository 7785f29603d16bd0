// Whether there is a callback may be asked.
// expect: bug assertion @6
// options: --entry count
#include <assert.h>
int count(int (*first)(void), int (*second)(void)) {
  assert(!first || !second);
  return (first != 0) + (second != 0);
}
