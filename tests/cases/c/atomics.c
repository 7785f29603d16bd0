// Atomic operations in one thread.
// expect: safe
#include <assert.h>
#include <stdatomic.h>
#include <klee/klee.h>
int main(void) {
  atomic_int a = 5;
  int x = klee_range(0, 100, "x"), expected = 5;
  assert(atomic_fetch_add(&a, x) == 5 && a == 5 + x);
  assert(atomic_compare_exchange_strong(&a, &expected, 1) == (x == 0));
  assert(x == 0 || expected == 5 + x);
  assert(atomic_exchange(&a, 9) == (x == 0 ? 1 : 5 + x));
  return 0;
}
