// An output of a negative number of bytes, one of several numbers.
// expect: bug out-of-bounds @9
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char buf[16];
  memset(buf, 'a', 16);
  fwrite(buf + 10, 1, klee_range(-5, 5, "size"), stdout);
  return 0;
}
