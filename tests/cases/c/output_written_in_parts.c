// Bytes of an output that no path has written, at an offset that inputs determine.
// expect: bug uninitialized @11
#include <klee/klee.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  unsigned x = klee_range(0, 10, "x");
  char buf[64];
  memset(buf, 1, 10);
  buf[12] = buf[13] = 1;
  if (x == 4) write(1, buf + x, 10);
  return 0;
}
