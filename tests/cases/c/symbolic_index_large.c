// The same for an array of a thousand entries; no fork for each.
// expect: safe
// paths: 1
#include <assert.h>
#include <klee/klee.h>
static unsigned short table[1000];
int main(void) {
  for (unsigned i = 0; i < 1000; i++) table[i] = (unsigned short)(i * 7);
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 1000);
  assert(table[i] == i * 7);
  table[i] = 1;
  assert(table[i] == 1);
  return 0;
}
