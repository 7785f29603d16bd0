// Where an object of the stack fits depends on what `alloca` took before, which no variable says.
// expect: bug stack-overflow @11
#include <alloca.h>
#include <klee/klee.h>
int main(void) {
  int takes;
  klee_make_symbolic(&takes, sizeof takes, "takes");
  volatile char *p = 0;
  if (!takes) p = alloca(6000000);
  takes = 0, p = 0;
  volatile char *q = alloca(3000000);
  return q == 0;
}
