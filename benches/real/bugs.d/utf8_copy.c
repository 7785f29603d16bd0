// `utf8ncpy` writes one byte too many.
// project: utf8.h 89a1a24
// input: 5 characters, `utf8ncpy`
// bug: out-of-bounds utf8.h:590
#include <klee/klee.h>
#include <utf8.h>
int main(void) {
  char text[6], copy[6];
  klee_make_symbolic(text, sizeof text - 1, "text");
  text[sizeof text - 1] = 0;
  utf8ncpy(copy, text, sizeof copy);
  return 0;
}
