// Objects of one path only, in front of one that both have: replays count them.
// expect: bug assertion @16
// options: --uninitialized-as input
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int c = klee_int("c");
  char *p = NULL;
  if (c > 0) {
    p = malloc(c & 7);
    if ((c & 7) && p[0] != 'x') return 0;
  }
  short index, table[4], *last = &table[3];
  index = *last;
  assert(index != 99 || c != 3);
  free(p);
  return 0;
}
