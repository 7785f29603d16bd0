// A string that the program's own search makes of a constant is a member.
// expect: bug assertion @15
// dropped: bug assertion @15
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
static const char setting[] = "mode=fast";
int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  text[7] = 0;
  const char *value = strchr(setting, '=') + 1;
  int is_same = strcmp(text, value) == 0;
  if (text[0] != 'f') return 0;
  assert(!is_same);
  return 0;
}
