// A structure that a statement reads and drops must be there.
// expect: bug null-dereference @12
// expect: bug out-of-bounds @14
#include <klee/klee.h>

struct inner { int a, b; };
struct outer { char tag; struct inner inner; };

int main(void) {
  struct outer some[3], *none = 0;
  switch (klee_range(0, 4, "which")) {
    case 0: none->inner; break;
    case 1: (void)some[2].inner; break;
    case 2: (void)some[3]; break;
    default: (void)sizeof none->inner;
  }
  return 0;
}
