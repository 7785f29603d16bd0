// Local arrays of any length, where stacks are as large as a process can have.
// options: --disable stack-overflow,vla-bound
// expect: bug out-of-bounds @10
#include <klee/klee.h>
int main(void) {
  unsigned n = (unsigned)klee_int("n"), i = (unsigned)klee_int("i");
  char row[n];
  if (i < n) row[i] = 1;
  if (n > 10000000) row[9999999] = 2;
  if (n > 20000000) row[i] = 3;
  return 0;
}
