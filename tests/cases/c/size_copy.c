// Copying and filling symbolic numbers of bytes, as far as both sides reach.
// expect: bug out-of-bounds @21
// expect: bug out-of-bounds @22
// expect: bug out-of-bounds @25
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  unsigned n = (unsigned)klee_range(1, 41, "n"), k = (unsigned)klee_range(0, 41, "k"), c = (unsigned)klee_range(0, 6, "c");
  char from[40], *to = malloc(n);
  for (unsigned i = 0; i < sizeof from; i++) from[i] = (char)i;
  memcpy(to, from, n);
  if (k < n) assert(to[k] == (char)k);
  memset(from, 'z', k < 40 ? k : 40);
  assert((from[7] == 'z') == (k > 7) && (from[39] == 'z') == (k >= 40));
  memmove(from + 1, from, n - 1);
  assert(from[0] == (k ? 'z' : 0));
  if (n == 40 && k == 0) assert(from[39] == 38 && from[1] == 0);
  switch (c) {
  case 1: memset(to, 0, k); break;
  case 2: memcpy(to, from, k); break;
  case 3: memset(to + k, 0, k < n ? n - k : 0); break;
  case 4: memcpy(to, to + n, 0); break;
  case 5: memcpy(from, from + 8, k < 20 ? k : 20); break;
  }
  free(to);
  return 0;
}
