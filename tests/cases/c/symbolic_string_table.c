// A table of strings at a symbolic index.
// expect: safe
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  static const char *const names[] = {"zero", "one", "two", "three"};
  int i = klee_range(0, 4, "i");
  size_t n = strlen(names[i]);
  assert(n >= 3 && n <= 5);
  assert(i != 3 || n == 5);
  return 0;
}
