// A constant in octal, and a move of a part of a register, are not read as something else.
// expect: incomplete unmodelled-call
#include <assert.h>

int nondet_int(void);

int main(void) {
  unsigned x = 1;
  unsigned long y = 0;
  if (nondet_int()) __asm__("addl $010,%0" : "+r"(x));
  else __asm__("mov $-1,%k0" : "+r"(y));
  assert(x == 1 || x == 11);
  assert(y == 0 || y + 1 == 0);
  return 0;
}
