// A structure with a pointer into itself, copied whole on one side; padding and parts go along.
// expect: safe
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
struct item { char tag; int value; int *own; short pair[2]; };
int main(void) {
  int c = klee_int("c");
  struct item a, b;
  a.tag = 'a';
  a.value = 1;
  a.own = &a.value;
  a.pair[0] = a.pair[1] = 10;
  b.tag = 'b';
  b.value = 2;
  b.own = &b.value;
  b.pair[0] = b.pair[1] = 20;
  if (c > 0) {
    b = a;
    b.pair[1] = 11;
  } else if (c < -7) {
    memcpy(&a, &b, sizeof a);
    memset(a.pair, 0, sizeof a.pair);
  }
  *b.own = 5;
  assert(a.value == (c > 0 ? 5 : c < -7 ? 2 : 1));
  assert(b.value == (c > 0 ? 1 : 5));
  assert(b.tag == (c > 0 ? 'a' : 'b'));
  assert(a.pair[1] + b.pair[1] == (c > 0 ? 21 : c < -7 ? 20 : 30));
  assert((a.own == b.own) == (c > 0 || c < -7));
  return 0;
}
