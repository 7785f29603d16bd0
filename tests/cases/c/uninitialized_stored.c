// A store of an uninitialized local checks its address like any other.
// expect: bug null-dereference @22
// expect: bug out-of-bounds @23
// expect: bug use-after-free @24
// expect: bug null-dereference @25
// expect: bug out-of-bounds @26
// expect: bug out-of-bounds @27
// expect: bug out-of-bounds @28
#include <klee/klee.h>
#include <stdlib.h>
struct pair {
  int a, b;
};
static struct pair partly(int c) {
  struct pair pair;
  if (c) pair.a = 1;
  return pair;
}
int main(void) {
  int c = klee_range(0, 8, "c"), j, *p = malloc(4);
  switch (c) {
    case 0: *(int *)NULL = j; break;
    case 1: p[1] = j; break;
    case 2: free(p); *p = j; break;
    case 3: { struct pair pair; *(struct pair *)NULL = pair; break; }
    case 4: *(struct pair *)p = partly(c); break;
    case 5: { double f; *(double *)p = f; break; }
    case 6: { int *q; *(int **)p = c ? q : p; break; }
    default: *p = j; break;
  }
  return 0;
}
