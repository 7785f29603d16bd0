// Known inputs change the order of paths only: nothing is left out.
// options: --seed-input seeds
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  char text[8];
  int marks = 0, state = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 8; i++) {
    switch (state) {
    case 0: state = text[i] == 'M' ? 1 : 0; break;
    case 1: state = text[i] == 'A' ? 2 : 0; break;
    case 2: state = text[i] == 'G' ? 3 : 0; break;
    default:
      if (text[i] == ';') marks++;
      else if (text[i] == '!') assert(marks <= 4);
    }
  }
  return 0;
}
