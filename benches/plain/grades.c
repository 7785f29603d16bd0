// Independent forks: seven bytes, each in one of three ranges. Paths are many and queries alike.
// expect: safe
// paths: 2187
#include <klee/klee.h>
static volatile int shown;
int main(void) {
  unsigned char marks[7];
  int low = 0, high = 0;
  klee_make_symbolic(marks, sizeof marks, "marks");
  for (int i = 0; i < 7; i++) {
    if (marks[i] < 60 + i)
      low++;
    else if (marks[i] >= 200 - i)
      high++;
    shown = high - low;
  }
  return low > high;
}
