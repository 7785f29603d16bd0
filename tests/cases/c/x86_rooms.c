// On x86, few addresses are left behind an object that may have 2 GiB; smaller ones have their place.
// options: -- -m32
// expect: bug out-of-bounds @12
// expect: bug assertion @16
// expect: incomplete memory-limit
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n = klee_int("n"), m = klee_int("m");
  char *a = malloc(n), *b = malloc(m), *c = malloc(16);
  if (n == 7) a[7] = 1;
  if (!a || !b || !m) return 0;
  assert(a != b && b != c);
  b[m - 1] = 4;
  assert(m != 1 || b[m - 1] != 4);
  return 0;
}
