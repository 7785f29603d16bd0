// Nobody reads the pipe: SIGPIPE ends the program, unless it is ignored or handled.
// expect: bug assertion @27
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <signal.h>
#include <unistd.h>
static volatile int broken;
static void note(int number) { broken = number; }
int main(void) {
  int ends[2], x = klee_range(0, 3, "x");
  assert(pipe(ends) == 0 && close(ends[0]) == 0);
  if (x == 0) {
    write(ends[1], "x", 1);
    assert(0);
  }
  if (x == 1) {
    signal(SIGPIPE, SIG_IGN);
    assert(write(ends[1], "x", 1) == -1 && errno == EPIPE && !broken);
  }
  if (x == 2) {
    struct sigaction action = {.sa_handler = note};
    sigaction(SIGPIPE, &action, NULL);
    assert(write(ends[1], "x", 1) == -1 && errno == EPIPE && broken == SIGPIPE);
  }
  close(ends[1]);
  assert(x != 2 || !broken);
  return 0;
}
