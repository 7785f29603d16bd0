// Function pointers from a table, by a symbolic index.
// expect: safe
// paths: 3
#include <assert.h>
#include <klee/klee.h>
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
int main(void) {
  int (*const table[])(int, int) = {add, sub, mul};
  int i = klee_range(0, 3, "i");
  int r = table[i](6, 3);
  assert(r == (i == 0 ? 9 : i == 1 ? 3 : 18));
  return 0;
}
