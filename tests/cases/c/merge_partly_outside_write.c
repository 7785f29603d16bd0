// After merging, a pointer to one of two objects has an offset in each, and in the one that it does not mean, the offset
// may be partly beyond the end.
// expect: bug assertion @17
#include <assert.h>
#include <klee/klee.h>
struct __attribute__((packed)) P { int v; };
int main(void) {
  char a[10], b[10];
  for (int k = 0; k < 10; k++) a[k] = b[k] = k + 1;
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  char *p;
  if (i <= 6) p = a + i;
  else p = b;
  ((struct P *)p)->v = 0;
  if (i < 6) assert(a[9] == 10);
  if (i == 9) assert(a[9] != 10);
  return 0;
}
