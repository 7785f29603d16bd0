// A loop made of gotos.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned n = (unsigned)klee_range(0, 6, "n"), i = 0, sum = 0;
again:
  if (i > n) goto done;
  sum += i++;
  goto again;
done:
  assert(sum == n * (n + 1) / 2);
  return 0;
}
