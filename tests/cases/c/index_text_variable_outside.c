// As index_text_variable.c, where only another string fails.
// expect: bug assertion @13
// dropped: nothing
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char name[12];
  klee_make_symbolic(name, sizeof name, "name");
  name[11] = 0;
  int sign = strcmp(name, "--help");
  if (sign == 0 || strcmp(name, "--version") == 0) return 0;
  assert(!(sign > 0 && name[0] == '-' && name[1] == '-' && name[2] == 'x'));
  return 0;
}
