// Pointers through integers and back.
// expect: safe
#include <assert.h>
#include <stdint.h>
#include <klee/klee.h>
int main(void) {
  int a[4] = {1, 2, 3, 4}, i = klee_range(0, 4, "i");
  uintptr_t address = (uintptr_t)a + (uintptr_t)i * sizeof *a;
  int *p = (int *)address;
  assert(*p == i + 1 && p - a == i);
  assert(((uintptr_t)a & 3) == 0);
  uintptr_t tagged = (uintptr_t)p | 1;
  assert(*(int *)(tagged & ~(uintptr_t)1) == i + 1);
  return 0;
}
