/* A text that contains two words. */
#include "words.h"
int main(void) {
  char text[N];
  int hello = 0, world = 0;
  klee_make_symbolic(text, sizeof text, "text");
  LOOK_FOR("Hello", hello)
  LOOK_FOR("World", world)
  if (hello == 5 && world == 5) target();
  return 0;
}
