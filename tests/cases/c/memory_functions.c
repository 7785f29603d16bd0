// memset, memcpy, memmove, memchr with symbolic content.
// expect: safe
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  unsigned char a[8], b[8], c;
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(&c, sizeof c, "c");
  memcpy(b, a, sizeof a);
  assert(memcmp(a, b, sizeof a) == 0);
  memmove(b + 1, b, 7);
  assert(b[0] == a[0] && b[1] == a[0] && b[7] == a[6]);
  memset(b + 2, c, 3);
  assert(b[2] == c && b[4] == c && b[5] == a[4]);
  unsigned char *found = memchr(a, c, 2);
  assert(found ? *found == c : (a[0] != c && a[1] != c));
  return 0;
}
