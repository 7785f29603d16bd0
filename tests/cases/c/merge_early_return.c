// Functions left at several places, from within loops: what each returns and what it left in memory belong together.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
static int last;
static int find(const signed char *text, int length, int sign) {
  for (int i = 0; i < length; i++) {
    last = i;
    if (text[i] == 0) return -1;
    if ((text[i] < 0) == (sign < 0)) return i;
  }
  last = 99;
  return length;
}
int main(void) {
  signed char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  int i = find(text, 4, 1);
  if (i == -1) assert(text[last] == 0 && last < 4);
  else if (i == 4) assert(last == 99 && text[0] < 0 && text[3] < 0);
  else assert(text[i] > 0 && last == i);
  int j = find(text, 4, -1);
  assert(i < 0 || j < 0 || i != j || i == 4);
  assert(!(i == 4 && j != 0));
  return 0;
}
