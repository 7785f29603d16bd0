// Recursion over a symbolic depth.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int main(void) {
  unsigned n = (unsigned)klee_range(0, 8, "n");
  assert(even(n) == (n % 2 == 0));
  assert(fib(n) < 14);
  return 0;
}
