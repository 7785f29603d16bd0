// The members of a table of options, with their own comparison.
// expect: bug assertion @20
// dropped: bug assertion @20
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
static const char *const options[] = {"add", "commit", "diff", "log"};
static int option(const char *text) {
  for (unsigned i = 0; i < 4; i++)
    if (strcmp(text, options[i]) == 0) return (int)i;
  return -1;
}
int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  text[7] = 0;
  int found = option(text);
  if (found < 0) return 0;
  assert(strlen(text) >= 3);
  assert(found != 2 || text[1] != 'i');
  return 0;
}
