// Only one residue breaks it.
// expect: bug assertion @8
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned short x;
  klee_make_symbolic(&x, sizeof x, "x");
  assert((x * 31u + 7u) % 1021u != 1000u);
  return 0;
}
