// Arrays of arrays as arguments, and a structure with a flexible array.
// expect: bug out-of-bounds @18
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
struct text { int length; char chars[]; };
static int trace(int n, int m[n][n]) {
  int t = 0;
  for (int i = 0; i < n; i++) t += m[i][i];
  return t;
}
int main(void) {
  int m[3][3] = {{1}, {0, klee_range(0, 9, "x")}, {0, 0, 5}};
  assert(trace(3, m) == 6 + m[1][1]);
  struct text *t = malloc(sizeof *t + 4);
  t->length = 4;
  t->chars[3] = 'd';
  t->chars[t->length] = 0;
  free(t);
  return 0;
}
