// A trap that does not count runs the handler of SIGILL.
// expect: bug division-by-zero @10
// options: --disable abort
#include <klee/klee.h>
#include <setjmp.h>
#include <signal.h>
static int divisor;
static jmp_buf start;
static void divide(int number) {
  number /= divisor;
  longjmp(start, number);
}
int main(void) {
  int x = klee_int("x");
  if (x == 1) __builtin_trap();
  divisor = 1;
  signal(SIGILL, divide);
  if (!sigsetjmp(start, 1)) __builtin_trap();
  signal(SIGILL, SIG_DFL);
  if (x == 2) __builtin_trap();
  divisor = x != 3;
  signal(SIGILL, divide);
  if (!sigsetjmp(start, 1)) raise(SIGILL);
  return 0;
}
