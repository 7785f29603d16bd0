// strlen of a symbolic string.
// expect: safe
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[5];
  klee_make_symbolic(s, sizeof s, "s");
  s[4] = 0;
  size_t n = strlen(s);
  assert(n <= 4 && s[n] == 0);
  for (size_t i = 0; i < n; i++) assert(s[i]);
  return 0;
}
