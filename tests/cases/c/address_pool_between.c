// Whether an object lies between two others.
// expect: incomplete address-dependent
#include <assert.h>
#include <stdlib.h>
static int a, b;
static int is_between(int *p) { return p > &a && p < &b; }
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  if (is_between(p)) assert(0);
  free(p);
  return 0;
}
