// Programs for 32 bits: sizes, layouts and the conversions between them.
// expect: safe
// options: -- -m32
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
struct pair { char c; long long wide; void *pointer; };
extern long __VERIFIER_nondet_long(void);
int main(void) {
  assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4);
  assert(sizeof(long double) == 12 && sizeof(double) == 8);
  assert(offsetof(struct pair, wide) == 4 && sizeof(struct pair) == 16);
  long n = __VERIFIER_nondet_long();
  assert(n <= LONG_MAX && (long long)n >= INT_MIN);
  unsigned long u = (unsigned long)n;
  assert(u * 2 == (unsigned)(n * 2ull));
  char buffer[8];
  uintptr_t address = (uintptr_t)buffer;
  assert((char *)address == buffer && (char *)(address + 3) - buffer == 3);
  assert((char *)(unsigned long long)address == buffer);
  int *p = (int *)(intptr_t)-4;
  assert((uintptr_t)p == 0xfffffffcu && (uintptr_t)p + sizeof *p == 0);
  long double x = (int)n, *place = &x;
  *place *= 0.5L;
  assert(x + x == (int)n);
  return 0;
}
