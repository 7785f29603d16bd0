/* A text that contains a word. */
#include "words.h"
int main(void) {
  char text[N];
  int hello = 0;
  klee_make_symbolic(text, sizeof text, "text");
  LOOK_FOR("Hello", hello)
  if (hello == 5) target();
  return 0;
}
