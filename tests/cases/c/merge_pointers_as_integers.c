// Addresses in integers: null on one side, tagged on the other, compared and turned back.
// expect: safe
#include <assert.h>
#include <stdint.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), a = 1, b = 2;
  uintptr_t word = 0;
  if (c > 0) word = (uintptr_t)&a | 1;
  else if (c < 0) word = (uintptr_t)&b;
  int *p = (int *)(word & ~(uintptr_t)1);
  assert((p == 0) == (c == 0));
  if (word & 1) assert(p == &a && *p == 1);
  if (p) *p = 9;
  assert(a == (c > 0 ? 9 : 1) && b == (c < 0 ? 9 : 2));
  if (c != 0) assert(*p == 9);
  uintptr_t other = c == 4 ? word : 8;
  assert(other == 8 || *(int *)(other - 1) == 9);
  return 0;
}
