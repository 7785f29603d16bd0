// Writing a symbolic number of bytes of a large buffer: the bytes that may be written count.
// expect: bug uninitialized @11
#include <stdio.h>
#include <klee/klee.h>
int main(void) {
  char buffer[100000];
  int n = klee_range(1, 10, "n");
  for (int i = 0; i < 8; i++) buffer[i] = (char)i;
  if (n < 9) fwrite(buffer, 1, (size_t)n, stdout);
  if (n == 9)
    fwrite(buffer, 1, (size_t)n, stdout);
  return 0;
}
