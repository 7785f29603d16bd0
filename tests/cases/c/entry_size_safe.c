// What callers promise of sizes is an assumption; under it nothing fails, whatever the size.
// expect: safe
// options: --entry f
#include <assert.h>
#include <klee/klee.h>
int f(int *numbers, int n) {
  klee_assume(numbers && n >= 0 && n <= (int)(klee_get_obj_size(numbers) / sizeof *numbers));
  unsigned sum = 0;
  for (int i = 0; i < n; i++) sum += (unsigned)numbers[i];
  if (n > 0) assert(numbers[n - 1] == (int)sum || n > 1);
  return n;
}
