// A loop whose number of rounds is an input.
// expect: safe
// paths: 11
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int n = klee_range(0, 11, "n"), sum = 0;
  for (int i = 0; i < n; i++) sum += 2;
  assert(sum == 2 * n);
  return 0;
}
