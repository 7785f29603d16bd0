// Whether a pointer leads into a pool: each comparison depends on the layout of objects, both
// together do not.
// expect: safe
#include <assert.h>
#include <stdlib.h>
int klee_range(int begin, int end, const char *name);
static int pool[8], other[4];
static int is_in_pool(int *p) { return p >= pool && p < pool + 8; }
static int is_outside(int *p) { return p < pool || p >= &pool[8]; }
static int is_in_either(int *p) {
  return (p >= pool && p < pool + 8) || (p >= other && p < other + 4);
}
struct arena { char *start, *end; };
static int is_even_in(struct arena *a, char *p, int n) {
  if (p >= a->start && p < a->end && n % 2 == 0) return 1;
  return 0;
}
static void release(int *p) {
  if (p >= pool && p <= &pool[7]) *p = 0;
  else free(p);
}
int main(void) {
  int n = klee_range(0, 8, "n"), local;
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  assert(!is_in_pool(p) && is_outside(p) && !is_in_either(p));
  assert(!is_in_pool(&local) && is_outside(&local));
  assert(is_in_pool(pool + n) && !is_outside(pool + n) && is_in_either(pool + n));
  assert(is_in_either(other + 3) && !is_in_pool(other + 3));
  struct arena arena = {(char *)pool, (char *)(pool + 8)};
  assert(!is_even_in(&arena, (char *)p, n));
  assert(is_even_in(&arena, (char *)&pool[n], 2 * n));
  for (int i = 0; i < 3; i++)
    if (!(p < other) && !(p >= other + 4)) assert(0);
  release(pool + n);
  release(p);
  return 0;
}
