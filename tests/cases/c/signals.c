// A handler runs when its signal is raised; a jump leaves it.
// expect: safe
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
static sigjmp_buf out;
static volatile sig_atomic_t seen;
static void count(int number) { seen += number; }
static void leave(int number) { siglongjmp(out, number); }
int main(void) {
  assert(signal(SIGUSR1, count) == SIG_DFL && raise(SIGUSR1) == 0 && seen == SIGUSR1);
  assert(signal(SIGUSR1, SIG_IGN) == count && raise(SIGUSR1) == 0 && seen == SIGUSR1);
  int number = sigsetjmp(out, 1);
  if (!number) {
    signal(SIGINT, leave);
    raise(SIGINT);
    assert(0);
  }
  assert(number == SIGINT);
  return 0;
}
