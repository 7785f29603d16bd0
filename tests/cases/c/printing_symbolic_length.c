// Writing a symbolic number of bytes: within what was written, then beyond.
// expect: bug uninitialized @11
#include <stdio.h>
#include <klee/klee.h>
int main(void) {
  char buffer[8];
  int n = klee_range(0, 9, "n");
  for (int i = 0; i < 5; i++) buffer[i] = (char)i;
  if (n < 6) fwrite(buffer, 1, (size_t)n, stdout);
  if (n == 6 || n == 7)
    fwrite(buffer, 1, (size_t)n, stdout);
  return 0;
}
