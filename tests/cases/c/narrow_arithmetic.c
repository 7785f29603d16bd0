// Arithmetic of small types is done in int and never overflows.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  signed char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  int sum = a + b, product = a * b;
  assert(sum >= -256 && sum <= 254);
  assert(product <= 16384 && product >= -16256);
  a++;
  return 0;
}
