// A program that ends itself by a signal of a failure fails like `abort`; other signals end it, and
// only stopping is not modelled.
// expect: bug abort @14
// expect: bug abort @15
// expect: bug abort @16
// expect: incomplete unmodelled-call
#include <assert.h>
#include <klee/klee.h>
#include <signal.h>
#include <unistd.h>
int main(void) {
  int x = klee_range(0, 10, "x");
  switch (x) {
    case 0: raise(SIGSEGV); break;
    case 1: kill(getpid(), SIGFPE); break;
    case 2: kill(0, SIGQUIT); break;
    case 3: raise(SIGKILL); break;
    case 4: raise(SIGTERM); break;
    case 5: raise(SIGUSR1); break;
    case 6: raise(SIGRTMIN + 1); break;
    case 7: raise(SIGCHLD); return 0;
    case 8: raise(SIGTSTP); break;
    default: return 0;
  }
  assert(0);
}
