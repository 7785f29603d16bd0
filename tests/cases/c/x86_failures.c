// Failures of memory in a program for 32 bits; an object of 2 GiB is more than malloc gives.
// expect: bug out-of-bounds @12
// expect: bug null-dereference @13
// expect: bug use-after-free @14
// expect: bug invalid-free @15
// options: -- -m32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), *p = malloc(2 * sizeof *p), *q = NULL;
  if (n == 0 && malloc(0x80000000u)) return *q;
  if (n > 0 && n < 4) return p[n] = 0;
  if (n == 4) return *(int *)(n * 4ul);
  if (n == 5) { free(p); return *p; }
  if (n == 6) free((char *)p + 4);
  return 0;
}
