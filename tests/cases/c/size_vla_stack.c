// A local array may be larger than any stack.
// expect: bug stack-overflow @7
#include <klee/klee.h>
int main(void) {
  int n = klee_int("n");
  if (n < 1) return 0;
  char row[n];
  row[n - 1] = 1;
  return row[n - 1] - 1;
}
