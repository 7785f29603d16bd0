// An object that is made on one side only, and used on a part of the other; it leaks on a part of its own side.
// expect: bug null-dereference @14
// expect: bug leak @10
// options: --enable leak
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), *p = NULL;
  if (c > 5) {
    p = malloc(sizeof *p);
    *p = 1;
  }
  if (c == 100) return 0;
  if (c > 4) *p = 2;
  free(p);
  return 0;
}
