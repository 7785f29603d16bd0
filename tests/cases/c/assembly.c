// Inline assembly that does nothing, or moves operands and constants.
// expect: bug assertion @17
#include <assert.h>

int nondet_int(void);

int main(void) {
  int x = nondet_int(), y, z = 1, w;
  __asm__ volatile("nop" ::: "memory");
  __asm__ volatile("rep; nop");
  __asm__("movl %1, %0" : "=r"(y) : "r"(x));
  __asm__("mov $5, %0\n\tnop" : "=r"(z));
  __asm__("movl %1, %0" : "=m"(w) : "r"(y));
  __asm__("# keeps it" : "+r"(w));
  assert(x == y && z == 5);
  assert(w == x);
  assert(w != 7);
  return 0;
}
