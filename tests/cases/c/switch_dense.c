// A switch on consecutive values, with falling through.
// expect: safe
// paths: 5
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  int r = 0;
  klee_make_symbolic(&c, 1, "c");
  switch (c) {
    case 1: r += 1; /* fall through */
    case 2: r += 2; break;
    case 3: r = 30; break;
    case 4: r = 40; break;
    default: r = -1;
  }
  assert(c != 1 || r == 3);
  assert(c != 2 || r == 2);
  return 0;
}
