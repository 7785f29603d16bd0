// An input of symbolic size, in an object of that size and in the middle of a larger one.
// expect: bug out-of-bounds @18
// expect: bug assertion @19
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned n = (unsigned)klee_range(0, 30, "n");
  unsigned char *data = malloc(n), field[32] = {1};
  klee_make_symbolic(data, n, "data");
  klee_make_symbolic(field + 2, n, "field");
  int more = klee_int("more");
  assert(field[0] == 1 && field[1] == 0);
  if (n < 7) assert(field[9] == 0);
  if (n > 3 && data[n - 1] == 'x' && field[n + 1] == 'y') {
    if (data[1] == 'a' && data[2] == 'b') {
      unsigned short length = (unsigned short)(data[0] | data[3] << 8);
      if (more == 1 && data[length] == 3) data[0] = 0;
      assert(n != 11 || length != 12 || more != 2);
    }
  }
  free(data);
  return 0;
}
