// An input that is tied to an output is in its register: it changes when the output is written.
// expect: bug assertion @14
#include <assert.h>

unsigned nondet_uint(void);

int main(void) {
  unsigned x = nondet_uint() % 8, y, z;
  __asm__("addl $5,%0; addl %1,%0" : "=r"(y) : "0"(x));
  assert(y == 2 * (x + 5));
  register unsigned fixed __asm__("eax") = x;
  __asm__("addl %1,%0 # next; addl $1,%0" : "=a"(z) : "r"(fixed));
  assert(z == 2 * x);
  assert(z != 14);
  return 0;
}
