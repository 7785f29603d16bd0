// Eight independent branches make 256 paths.
// expect: safe
// paths: 256
#include <klee/klee.h>
int main(void) {
  unsigned char b[8];
  int n = 0;
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 8; i++) {
    if (b[i] > 100)
      n++;
  }
  return n > 8;
}
