/* A text that contains four words. */
#include "words.h"
int main(void) {
  char text[N];
  int hello = 0, world = 0, at = 0, microsoft = 0;
  klee_make_symbolic(text, sizeof text, "text");
  LOOK_FOR("Hello", hello)
  LOOK_FOR("World", world)
  LOOK_FOR("At", at)
  LOOK_FOR("Microsoft!", microsoft)
  if (hello == 5 && world == 5 && at == 2 && microsoft == 10) target();
  return 0;
}
