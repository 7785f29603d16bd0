// An `abort` that a handler of the program catches is no failure; one whose handler returns is.
// expect: bug abort @32
// expect: bug abort @36
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
static jmp_buf start;
static volatile int caught;
static void leave(int number) {
  caught++;
  longjmp(start, number);
}
static void note(int number) { caught++; }
int main(void) {
  int x = klee_range(0, 4, "x");
  signal(SIGABRT, leave);
  int number = setjmp(start);
  if (!number) abort();
  assert(number == SIGABRT && caught == 1);
  // The signal is still blocked after the jump, but `abort` unblocks it.
  sigset_t set;
  sigprocmask(SIG_BLOCK, NULL, &set);
  assert(sigismember(&set, SIGABRT));
  number = setjmp(start);
  if (!number) abort();
  assert(number == SIGABRT && caught == 2);
  if (x == 0) return 0;
  if (x == 1) {
    signal(SIGABRT, note);
    abort();
  }
  if (x == 2) {
    signal(SIGABRT, SIG_IGN);
    abort();
  }
  signal(SIGABRT, _Exit);
  if (x == 3) abort();
  return 0;
}
