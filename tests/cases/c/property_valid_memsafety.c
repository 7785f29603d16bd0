// Invalid frees and accesses, and what is lost; overflows do not count.
// expect: bug invalid-free @13
// expect: bug out-of-bounds @14
// expect: bug leak @9
// options: --property valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *kept;
static int *make(void) { return malloc(sizeof(int)); }
int main(void) {
  int x = __VERIFIER_nondet_int(), *p = make();
  kept = p;
  if (x == 1) free(p + 1);
  if (x == 2) p[1] = 7;
  if (x == 3) kept = NULL;
  return x + 1;
}
