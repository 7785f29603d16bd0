// qsort of four symbolic numbers: every order once.
// expect: safe
// paths: 24
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : 1;
}
int main(void) {
  int a[4];
  klee_make_symbolic(a, sizeof a, "a");
  qsort(a, 4, sizeof *a, compare);
  for (int i = 0; i < 3; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
