// A merged path has the objects of all paths that it stands for, so a run counts its objects
// otherwise: values of uninitialized memory are then those of its reads in order.
// expect: bug assertion @13
// options: --disable leak,uninitialized
#include <assert.h>
#include <stdlib.h>
int klee_int(const char *);
int main(void) {
  int x = klee_int("x");
  char *p = 0;
  if (x > 3) { p = malloc(4); p[0] = 1; }
  char *m = malloc(2);
  if (m[0] == 1 && m[1] == 2) assert(x != 2);
  return 0;
}
