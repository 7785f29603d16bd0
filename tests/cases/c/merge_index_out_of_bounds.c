// An index from joins that is out of bounds for one of its eight values.
// expect: bug out-of-bounds @11
#include <klee/klee.h>
int main(void) {
  unsigned char s[3];
  int a[10] = {0}, i = 0;
  klee_make_symbolic(s, sizeof s, "s");
  if (s[0] > 10) i += 2;
  if (s[1] > 20) i += 3;
  if (s[2] > 30) i += 5;
  a[i] = 1;
  return a[0];
}
