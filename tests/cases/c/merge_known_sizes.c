// Arrays whose size is not known before they are made differ in size between two branches and two loops.
// expect: bug out-of-bounds @15
#include <klee/klee.h>
static int fill(int size, int limit) {
  char text[size];
  for (int i = 0; i < limit; i++) text[i] = 1;
  return text[0];
}
int main(void) {
  int c = klee_range(0, 3, "c"), size = 2, sum = 0;
  if (c > 0) size += c;
  char own[size];
  sum += fill(size, size);
  own[c < 2 ? c + 1 : 3] = 0;
  own[c == 1 ? 3 : 1] = 0;
  return sum;
}
