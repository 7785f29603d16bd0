// Comparisons of numbers that are negative in one reading only, also behind a call in a loop.
// expect: bug assertion @17
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int down(int from, unsigned limit) {
  int steps = 0;
  while ((unsigned)from < limit) {
    from -= 3;
    steps++;
  }
  return from < 0 ? -steps : steps;
}
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() & 7;
  int found = down(n, 100), other = down(n + 100, 100);
  // From 4 it takes two steps to -2, which is large.
  assert(found != -2 || other != 0 || n != 4);
  return 0;
}
