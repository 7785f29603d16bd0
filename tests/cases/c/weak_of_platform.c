// A weak reference is null only where nothing may define the name: the C library has functions
// that are not modelled, and linkers define names.
// expect: bug assertion @13
// expect: bug assertion @16
#include <assert.h>
extern int malloc_trim(unsigned long) __attribute__((weak));
extern char end __attribute__((weak));
extern void hook(void) __attribute__((weak));
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (hook) hook();
  int x = __VERIFIER_nondet_int();
  if (x == 1) assert(!malloc_trim);
  if (x == 2) assert(malloc_trim);
  if (x == 3) assert(&end);
  if (x == 4) assert(!&end);
  return 0;
}
