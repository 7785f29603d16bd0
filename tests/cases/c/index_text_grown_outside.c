// As index_text_grown.c, but only a longer string fails.
// expect: bug assertion @15
// dropped: nothing
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
static const char setting[] = "mode=fast";
int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  text[7] = 0;
  const char *value = strchr(setting, '=') + 1;
  size_t common = strspn(text, value);
  if (strcmp(text, value) == 0) return 0;
  assert(common < 4 || text[3] != 't' || text[4] != 'x');
  return 0;
}
