// What callers promise of sizes is an assumption; under it nothing fails, whatever the size.
// expect: safe
// options: --entry f --pointer-elements 5
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int f(int *numbers, int n, char *text, unsigned char *to, const unsigned char *from, unsigned long bytes) {
  klee_assume(numbers && text && to && from);
  klee_assume(n >= 0 && n <= (int)(klee_get_obj_size(numbers) / sizeof *numbers));
  klee_assume(text[klee_get_obj_size(text) - 1] == '\0');
  klee_assume(bytes <= klee_get_obj_size(to) && bytes <= klee_get_obj_size((void *)from));
  unsigned sum = 0;
  for (int i = 0; i < n; i++) sum += (unsigned)numbers[i];
  if (n > 0) assert(numbers[n - 1] == (int)sum || n > 1);
  assert(strlen(text) < klee_get_obj_size(text));
  memcpy(to, from, bytes);
  assert(bytes == 0 || to[bytes - 1] == from[bytes - 1]);
  memset(to, 1, bytes);
  return bytes < klee_get_obj_size(to) ? to[bytes] : 0;
}
