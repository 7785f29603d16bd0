// The size of an object that was freed tells two paths apart that meet at a loop head: the longer one fails.
// expect: bug abort @16
#include <klee/klee.h>
#include <stdlib.h>
extern unsigned long __CPROVER_OBJECT_SIZE(const void *);
int main(void) {
  int s = klee_int("s");
  unsigned long n = (unsigned)klee_int("n");
  if (n < 8 || n > 64) return 0;
  char *p = malloc(n);
  free(p);
  if (n >= 16 && s > 3) {
    for (int i = 0; i < 3; i++) s ^= 1;
  } else if (n >= 16) return 0;
  for (int i = 0; i < 2 && klee_int("more"); i++)
    if (__CPROVER_OBJECT_SIZE(p) > 20) abort();
  return s;
}
