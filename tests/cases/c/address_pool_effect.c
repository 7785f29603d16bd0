// What happens between two comparisons of addresses depends on the first one.
// expect: incomplete address-dependent
#include <assert.h>
#include <stdlib.h>
static int pool[8], seen;
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  if (p >= pool && (seen = 1, p < pool + 8)) seen = 2;
  assert(seen < 2);
  free(p);
  return 0;
}
