// An array of which each side writes a half; what is read was written on the same side.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), i = klee_int("i"), *p = malloc(6 * sizeof *p), base;
  if (c & 1) {
    for (int k = 0; k < 3; k++) p[k] = k * k;
    base = 0;
  } else {
    for (int k = 3; k < 6; k++) p[k] = (k - 3) * (k - 3);
    base = 3;
  }
  int sum = p[base] + p[base + 1] + p[base + 2];
  assert(sum == 5);
  if (i >= base && i < base + 3 && p[i] == 4) assert(i == base + 2);
  free(p);
  return 0;
}
