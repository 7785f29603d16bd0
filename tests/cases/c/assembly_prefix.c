// `rep bsr` counts zeros on newer processors: another instruction than `bsr`.
// expect: incomplete unmodelled-call
#include <assert.h>

unsigned long nondet_ulong(void);

int main(void) {
  unsigned long x = nondet_ulong(), top;
  __asm__("rep; bsr %1,%0" : "=r"(top) : "rm"(x));
  assert(top < 65);
  return 0;
}
