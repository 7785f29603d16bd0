// A sum over branches that overflows for one of its sixteen values, and one that just does not.
// expect: bug signed-overflow @16
#include <limits.h>
#include <klee/klee.h>
int main(void) {
  unsigned char s[4];
  int big = INT_MAX - 15, bigger = INT_MAX - 14;
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 4; i++) {
    if (s[i] == i) {
      big += 1 << i;
    }
  }
  for (int i = 0; i < 4; i++) {
    if (s[i] == i) {
      bigger += 1 << i;
    }
  }
  return big > bigger;
}
