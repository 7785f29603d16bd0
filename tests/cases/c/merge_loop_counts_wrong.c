// Loops that end after different numbers of iterations: one of the numbers is an index too large.
// expect: bug out-of-bounds @12
#include <klee/klee.h>
int main(void) {
  unsigned char s[4];
  int total[3] = {0, 0, 0}, i = 0, evens = 0;
  klee_make_symbolic(s, sizeof s, "s");
  while (i < 4 && s[i] != 255) {
    if (s[i] % 2 == 0) evens++;
    i++;
  }
  total[i - evens]++;
  if (i - evens > evens) return total[0];
  return total[1];
}
