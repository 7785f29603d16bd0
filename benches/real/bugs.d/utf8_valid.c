// `utf8nvalid` reads the byte behind the text (issue 102).
// project: utf8.h ce48f0e
// input: 6 bytes, `utf8nvalid`
// bug: out-of-bounds utf8.h:1028 utf8.h:1054 utf8.h:1080
#include <klee/klee.h>
#include <utf8.h>
int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  return utf8nvalid(text, sizeof text) != NULL;
}
