// Sizes that are negative numbers reach behind every object, even where they wrap around.
// expect: bug out-of-bounds @8
#include <string.h>
int main(void) {
  char a[16], b[16];
  memset(a, 'a', 16);
  volatile long n = -5; memset(b, 'b', 16);
  return memcmp(a + 10, b + 10, n) < 0 ? 0 : 1;
}
