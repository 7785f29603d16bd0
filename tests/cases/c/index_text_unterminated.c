// A string that may not end within its object is still found to be read beyond it.
// expect: bug out-of-bounds @9
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[3];
  klee_make_symbolic(text, sizeof text, "text");
  if (text[0] == 'x') return 0;
  return strcmp(text, "none") == 0;
}
