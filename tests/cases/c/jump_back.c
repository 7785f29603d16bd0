// setjmp and longjmp: calls in between end, their objects die, and 0 comes back as 1.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>
static jmp_buf start;
static int *left;
static void descend(int n) {
  int here = n;
  left = &here;
  if (n == 0) longjmp(start, 7);
  descend(n - 1);
}
int main(void) {
  volatile int rounds = 0;
  int before = klee_range(0, 3, "before");
  int value = setjmp(start);
  rounds++;
  if (rounds == 1) {
    assert(value == 0);
    descend(before);
    assert(0);
  }
  if (rounds == 2) {
    assert(value == 7 && before >= 0 && before < 3);
    longjmp(start, 0);
  }
  assert(rounds == 3 && value == 1);
  return 0;
}
