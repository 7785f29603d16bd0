// The bounds of a section of the program exist, though they are not modelled.
// expect: incomplete unmodelled-operation
#include <assert.h>
#define REGISTERED __attribute__((section("hooks"), used))
static int one(void) { return 1; }
static int (*const first)(void) REGISTERED = one;
extern int (*const __start_hooks[])(void) __attribute__((weak));
extern int (*const __stop_others[])(void) __attribute__((weak));
int main(void) {
  assert(!__stop_others);
  if (__start_hooks) assert(__start_hooks[0]() != 1);
  return 0;
}
