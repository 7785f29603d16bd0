// scanf and strtol on input: no number of two digits is 100.
// options: --stdin 2
// expect: bug division-by-zero @8
#include <assert.h>
#include <stdio.h>
int main(void) {
  int n;
  if (scanf("%d", &n) == 1) assert(100 / n != 1 || n > 50);
  return 0;
}
