// strncpy does not always terminate, strncat does.
// expect: safe
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char from[4], to[8] = "";
  klee_make_symbolic(from, sizeof from, "from");
  from[3] = 0;
  strncpy(to, from, 2);
  to[2] = 0;
  strncat(to, from, 3);
  assert(strlen(to) <= 5);
  assert(strlen(from) < 2 || to[0] == to[2]);
  return 0;
}
