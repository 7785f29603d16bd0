// A symbolic string that is compared with constants is one of them, or none.
// expect: bug assertion @14
// dropped: bug assertion @14
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char name[12];
  klee_make_symbolic(name, sizeof name, "name");
  name[11] = 0;
  int known = 0;
  known |= strcmp(name, "--help") == 0;
  known |= strcmp(name, "--version") == 0;
  assert(!known);
  return 0;
}
