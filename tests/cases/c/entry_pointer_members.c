// Members of every kind are inputs: each of these values can be there, and a truth value is nothing but true or false.
// expect: bug assertion @28
// options: --entry f
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
union either {
  int whole;
  unsigned char parts[4];
};
struct point {
  short x, y;
};
struct all {
  bool flag;
  unsigned low : 3, high : 7;
  union either either;
  struct point corners[2];
  char name[3];
  const struct point *origin;
  int (*callback)(int);
};
int f(const struct all *all) {
  if (all == NULL || all->origin == NULL) return 0;
  assert(all->flag == 0 || all->flag == 1);
  assert(all->callback == NULL || all->low < 8);
  if (all->low == 5 && all->high == 99 && all->either.parts[3] == 1 && all->corners[1].y == -7 && all->name[2] == 'c')
    assert(all->origin->x != 12 || !all->flag);
  return 1;
}
