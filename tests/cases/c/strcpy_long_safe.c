// As strcpy_long.c, but an earlier test excludes strings that are too long.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char from[12], to[8];
  klee_make_symbolic(from, sizeof from, "from");
  from[11] = 0;
  if (strlen(from) >= sizeof to) return 0;
  strcpy(to, from);
  assert(strlen(to) < sizeof to);
  return 0;
}
