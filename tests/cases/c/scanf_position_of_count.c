// The argument of `%n` may have a position.
// expect: safe
#include <assert.h>
#include <stdio.h>
int main(void) {
  int a = -7, n = -7;
  assert(sscanf("12 34", "%1$d%2$n", &a, &n) == 1);
  assert(a == 12 && n == 2);
  assert(sscanf("5", "%2$d%1$n", &n, &a) == 1);
  assert(a == 5 && n == 1);
  return 0;
}
