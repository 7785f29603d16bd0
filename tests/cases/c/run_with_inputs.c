// A concrete run takes its inputs from the command line.
// expect: safe
// run: exit 5
// input: 2,3
// output: 2 + 3 = 5
#include <stdio.h>
#include <klee/klee.h>
int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  printf("%d + %d = %d\n", a, b, (int)((unsigned)a + (unsigned)b));
  return (int)((unsigned)a + (unsigned)b) & 255;
}
