// Variables that change together stay together after the join, through memory and through registers.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
static int g;
static void both(int *a, int *b, int by) {
  *a += by;
  *b -= by;
  g ^= 1;
}
int main(void) {
  unsigned char s[5];
  int a = 0, b = 0, steps = 0;
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 5; i++) {
    if (s[i] < 80) {
      both(&a, &b, 1);
      steps++;
    } else if (s[i] > 160) {
      both(&a, &b, -2);
      steps++;
    }
  }
  assert(a + b == 0);
  assert(g == steps % 2);
  assert(a <= steps && a >= -2 * steps);
  return 0;
}
