// Two pointers meet in one object on one side only.
// expect: bug assertion @16
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q), *r = q, c = klee_int("c");
  *p = 0;
  *q = 0;
  if (c == 17) {
    r = p;
  }
  *p = 1;
  *r = 2;
  assert(c != 17 || *p == 2);
  assert(*p == 1);
  assert(*q == 2);
  return 0;
}
