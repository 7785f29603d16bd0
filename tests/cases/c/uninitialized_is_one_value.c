// What was never written is one unknown value: each read and each copy gives the same.
// expect: safe
// options: --disable uninitialized
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
struct pair { char c; int i; };
static int same(int x) { return x; }
int main(void) {
  int x, y, z, loop = 0;
  y = x;
  assert(x == y);
  z = same(x);
  assert(z == y && (x ^ y) == 0);
  int a[5], b[5];
  memcpy(b, a, sizeof a);
  assert(a[3] == b[3] && !memcmp(a, b, sizeof a));
  struct pair p, q;
  p.i = 1;
  q = p;
  assert(p.c == q.c);
  assert(memcmp(&p, &q, sizeof p) == 0);
  int *h = malloc(8), first = h[1];
  h = realloc(h, 16);
  assert(h[1] == first);
  for (int n = 0; n < 2; n++) {
    int inner;
    if (klee_int("c")) inner = n;
    if (inner == 5) loop++;
    if (inner != 5) loop--;
    assert(loop == -1 - n || inner == 5 || loop <= 1);
    int before = inner;
    assert(before == inner);
  }
  free(h);
  return 0;
}
