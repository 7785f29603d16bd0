// abort on one path only.
// expect: bug abort @9
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  if (c == 0x5a)
    abort();
  return 0;
}
