// A comparison function that subtracts.
// expect: bug signed-overflow @6
#include <stdlib.h>
#include <klee/klee.h>
static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  int a[2];
  klee_make_symbolic(a, sizeof a, "a");
  qsort(a, 2, sizeof *a, compare);
  return 0;
}
