// Copying a symbolic number of bytes.
// expect: safe
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char from[4] = "abc", to[4] = "xyz";
  int n = klee_range(0, 5, "n");
  memcpy(to, from, (size_t)n);
  assert(to[0] == (n > 0 ? 'a' : 'x') && to[2] == (n > 2 ? 'c' : 'z'));
  return 0;
}
