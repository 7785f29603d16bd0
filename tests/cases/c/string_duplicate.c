// strdup gives memory that must be freed once.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  s[2] = 0;
  char *copy = strdup(s);
  assert(strcmp(copy, s) == 0);
  s[0] = 'x';
  char *again = strndup(copy, 1);
  assert(again[0] == copy[0] && strlen(again) <= 1);
  free(copy);
  free(again);
  return 0;
}
