// rand is a fixed sequence for each seed.
// expect: safe
// run: exit 0
// output: 1804289383 846930886
// output: 71876166 708592740
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int a = rand(), b = rand();
  printf("%d %d\n", a, b);
  srand(42);
  a = rand();
  b = rand();
  printf("%d %d\n", a, b);
  assert(a >= 0 && b >= 0);
  return 0;
}
