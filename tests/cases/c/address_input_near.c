// An input near an object that is not its address is bounded by where the object lies.
// expect: incomplete address-dependent
#include <assert.h>
#include <stdint.h>

uintptr_t nondet_ulong(void);

int main(void) {
  int x = 1;
  uintptr_t n = nondet_ulong();
  if (n >> 20 == (uintptr_t)&x >> 20 && n != (uintptr_t)&x) assert(n > 0x600000000000);
}
