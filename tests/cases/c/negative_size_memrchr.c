// As negative_sizes.c, read from the end.
// expect: bug out-of-bounds @9
#define _GNU_SOURCE
#include <string.h>
int main(void) {
  char a[16];
  memset(a, 'a', 16);
  volatile long n = -5;
  return memrchr(a + 10, 'x', n) != 0;
}
