// Printing what was never written.
// expect: bug uninitialized @7
#include <stdio.h>
int main(void) {
  int values[2];
  values[0] = 1;
  printf("%d\n", values[1]);
  return 0;
}
