// strcmp, strncmp, memcmp and strcasecmp against words.
// expect: bug assertion @17
#include <assert.h>
#include <string.h>
#include <strings.h>
#include <klee/klee.h>
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  if (strcmp(s, "yes") == 0) {
    assert(s[0] == 'y' && s[1] == 'e' && s[2] == 's');
    assert(memcmp(s, "yes", 4) == 0 && strncmp(s, "yesterday", 3) == 0);
  } else if (strcasecmp(s, "yes") == 0) {
    assert(s[0] != 'y' || s[1] != 'e' || s[2] != 's');
    assert(s[1] == 'e' || s[1] == 'E');
    assert(s[0] == 'y');
  }
  return 0;
}
