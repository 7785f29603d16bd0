// A matrix at symbolic row and column.
// expect: bug assertion @12
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int m[3][4];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 4; c++) m[r][c] = 10 * r + c;
  int r = klee_range(0, 3, "r"), c = klee_range(0, 4, "c");
  assert(m[r][c] == 10 * r + c);
  m[r][c] = -1;
  assert(m[2][3] == 23);
  return 0;
}
