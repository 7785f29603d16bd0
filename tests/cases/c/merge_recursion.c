// Recursion of symbolic depth, and with two calls in a level: results and counts belong together.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
static int calls;
static int sum(int n) {
  calls++;
  if (n <= 0) return 0;
  return n + sum(n - 1);
}
static int fibonacci(int n) {
  if (n < 2) return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void) {
  int n = klee_range(0, 6, "n");
  int s = sum(n);
  assert(s == n * (n + 1) / 2);
  assert(calls == n + 1);
  static const int table[] = {0, 1, 1, 2, 3, 5};
  assert(fibonacci(n) == table[n]);
  return 0;
}
