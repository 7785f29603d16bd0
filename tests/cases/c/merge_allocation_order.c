// Two objects made in either order: they are apart, keep their own sizes, and are freed once each.
// expect: safe
// options: --enable leak
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c");
  char *p, *q;
  if (c & 4) {
    p = malloc(3);
    q = malloc(5);
  } else {
    q = malloc(5);
    p = malloc(3);
  }
  assert(p != q);
  for (int i = 0; i < 3; i++) p[i] = 'p';
  for (int i = 0; i < 5; i++) q[i] = 'q';
  assert(p[2] == 'p' && q[0] == 'q');
  assert(klee_get_obj_size(p) == 3 && klee_get_obj_size(q) == 5);
  free(p);
  assert(q[4] == 'q');
  free(q);
  return 0;
}
