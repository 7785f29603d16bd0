// Two comparisons of addresses lead to the same place with different values.
// expect: incomplete address-dependent
#include <assert.h>
#include <stdlib.h>
static int pool[8];
static int compared(int *p) {
  int result = 0;
  if (p >= pool) {
    result = 1;
    if (p < pool + 8) result = 2;
  }
  return result;
}
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  assert(compared(p) != 2);
  free(p);
  return 0;
}
