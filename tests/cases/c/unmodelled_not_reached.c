// An unknown function that is never called does no harm.
// expect: safe
#include <klee/klee.h>
int mystery(int);
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  if (c > 255) return mystery(1);
  return 0;
}
