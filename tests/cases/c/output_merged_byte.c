// One of several bytes of an output was not written; another one was on some merged paths.
// expect: bug uninitialized @10
#include <klee/klee.h>
#include <unistd.h>
int main(void) {
  int x = klee_range(0, 10, "x");
  char buf[8];
  if (x > 5) buf[0] = 1;
  buf[2] = 0;
  if (x > 5) write(1, buf, 3);
  return 0;
}
