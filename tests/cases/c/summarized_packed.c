// A path that was interrupted by an allocation waits, packed, at a loop head, where iterations are skipped for others of
// its values.
// expect: bug assertion @20
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned c = 0, s = (unsigned)klee_int("s");
  int n = klee_int("n");
  if (s > 10 || s < 1 || n > 3) return 0;
  for (int j = 0; j < 3; j++)
    if (klee_int("bit") & 1) c |= 1u << j;
  if (c == 5) {
    char *p = malloc(s);
    if (!p) return 0;
    p[0] = 1;
    unsigned a = 0;
    for (int i = 0; i < n; i++) a += 2;
    assert(a != 0);
    return 0;
  }
  for (int j = 8; j < 10; j++)
    if (klee_int("bit") & 1) c |= 1u << j;
  return c != 0;
}
