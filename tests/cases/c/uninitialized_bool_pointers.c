// Reads through merged pointers of a `_Bool` that nothing wrote: it has a value of its type.
// options: --uninitialized-as input
// expect: safe
#include <klee/klee.h>
#include <stdlib.h>
struct s { _Bool c[2]; };
int main(void) {
  int x = klee_range(0, 3, "x"), y = klee_range(0, 3, "y"), v = klee_range(0, 3, "v");
  struct s *o = malloc(2 * sizeof *o), *p = o + 1, *q = o;
  if (x > y) p = malloc(sizeof *p);
  if (y == 0) { struct s *z = p; p = q; q = z; }
  if (y > 0) { *q = *p; *(unsigned char *)&p->c[0] = v; }
  *(unsigned char *)&p->c[0] = v;
  *(unsigned char *)&p->c[y % 2] = x;
  if (q->c[0]) return 1;
  return 0;
}
