// As index_text_table.c, but what fails is in no table.
// expect: bug assertion @19
// dropped: nothing
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
  if (option(text) >= 0) return 0;
  const char *last = strrchr(text, 'x');
  assert(last != text + 2 || text[0] != 'q');
  return 0;
}
