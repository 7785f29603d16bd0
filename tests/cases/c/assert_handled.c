// An assertion that fails calls the handler of SIGABRT. If assertions do not count, the program
// goes on there, and nothing is left out.
// expect: bug division-by-zero @12
// options: --disable assertion,abort
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>
#include <signal.h>
static int divisor = 1;
static jmp_buf start;
static void divide(int number) {
  number /= divisor;
  longjmp(start, number);
}
int main(void) {
  int x = klee_int("x");
  signal(SIGABRT, divide);
  if (!setjmp(start)) assert(x != 3);
  signal(SIGABRT, SIG_DFL);
  if (x == 5) assert(0);
  signal(SIGABRT, divide);
  divisor = 0;
  if (!setjmp(start)) assert(x != 4);
  return 0;
}
