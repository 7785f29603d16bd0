// Callbacks with a context, and pointers to functions that return functions.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
typedef int op(int);
static int inc(int x) { return x + 1; }
static int neg(int x) { return -x; }
static op *pick(int which) { return which ? neg : inc; }
static void each(int *a, int n, void (*f)(int *, void *), void *context) {
  for (int i = 0; i < n; i++) f(a + i, context);
}
static void sum(int *item, void *context) { *(int *)context += *item; }
int main(void) {
  int a[3] = {1, 2, 3}, total = 0, x = klee_range(0, 10, "x");
  each(a, 3, sum, &total);
  assert(total == 6);
  assert(pick(x > 4)(x) == (x > 4 ? -x : x + 1));
  assert(pick(0) == inc && pick(1) != inc);
  return 0;
}
