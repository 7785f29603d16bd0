// The order of two objects, by pointers whose offsets depend on an input.
// expect: incomplete address-dependent
#include <assert.h>
int klee_range(int begin, int end, const char *name);
static int pool[8], other[4];
static int is_in_pool(int *p) {
  if (p >= pool)
    if (p < pool + 8) return 1;
  return 0;
}
int main(void) {
  int n = klee_range(0, 8, "n");
  assert(!is_in_pool(&other[n / 2]));
  return 0;
}
