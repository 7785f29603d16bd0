// An array read and written at an index from a join, on the stack, on the heap and in a table of strings.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
static const char *const names[] = {"zero", "one", "two"};
int main(void) {
  int c = klee_int("c"), d = klee_int("d"), i, a[7] = {0, 10, 20, 30, 40, 50, 60}, *h = calloc(7, sizeof *h);
  if (c == 1) i = 2;
  else if (c == 2) i = 5;
  else i = 0;
  if (d > 0) i++;
  assert(a[i] == i * 10);
  a[i] = -1;
  h[i] = a[i];
  assert(a[1] == (c != 1 && c != 2 && d > 0 ? -1 : 10));
  assert(a[4] == 40 && h[4] == 0);
  assert(h[0] + h[1] + h[2] + h[3] + h[5] + h[6] == -1);
  if (i < 3) assert(names[i][0] == (i == 0 ? 'z' : i == 1 ? 'o' : 't'));
  free(h);
  return 0;
}
