// A loop that is summarized where the stack is almost empty is executed where its calls do not fit.
// expect: bug stack-overflow @9
#include <klee/klee.h>

int sum;

static int f(void) {
  char room[3000000];
  room[0] = 1;
  return room[0];
}

static int g(unsigned char n) {
  int last = 0;
  for (unsigned char i = 0; i < n; i++) last = f();
  return last;
}

static int h(unsigned char n) {
  char room[6000000];
  room[0] = 1;
  return room[0] + g(n);
}

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  sum = g(n);
  if (n > 10) sum += h(n);
  return 0;
}
