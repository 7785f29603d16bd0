// A member that is made of others: the garden grows in rounds.
// expect: bug assertion @15
// dropped: bug assertion @15
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
static const char path[] = "usr/lib/gcc/x86/cc";
static const char *below(const char *folder) { return strchr(folder, '/') + 1; }
int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  text[7] = 0;
  const char *rest = below(below(below(path)));
  int is_same = strcmp(text, rest) == 0;
  assert(!is_same);
  return 0;
}
