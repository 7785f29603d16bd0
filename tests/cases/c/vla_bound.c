// Lengths of arrays that are zero or negative.
// expect: bug vla-bound @8
// expect: bug vla-bound @9
#include <klee/klee.h>
int main(void) {
  int n = klee_range(-2, 3, "n"), m = klee_range(0, 2, "m");
  if (n < 0) {
    char row[n]; return sizeof row > 3; }
  { char rows[n + 1][m]; return sizeof rows > 100; }
}
