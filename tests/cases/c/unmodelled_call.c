// A function that nobody defines.
// expect: incomplete unmodelled-call
#include <klee/klee.h>
int mystery(int);
int main(void) {
  if (klee_int("x") == 5) return mystery(1);
  return 0;
}
