// Rows of every size up to the bound: the second assertion and the accesses fail for small ones only.
// expect: bug out-of-bounds @9
// expect: bug assertion @10
// expect: bug out-of-bounds @11
// options: --entry f
#include <assert.h>
#include <klee/klee.h>
int f(const short *row, unsigned n, const unsigned char *text) {
  if (row && n < 3 && row[0] == 7 && row[n] == 9) return 1;
  if (row && row[0] == 5) assert(klee_get_obj_size((void *)row) != 2 || n != 8);
  while (text && *text) text++;
  return 0;
}
