// What is left of a wait that an alarm ends may be some seconds or a little less.
// expect: bug assertion @15
// expect: bug assertion @22
#include <assert.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void handle(int number) {}

int main(void) {
  signal(SIGALRM, handle);
  alarm(1);
  assert(sleep(2) == 0);
  alarm(1);
  assert(sleep(3) <= 2);
  struct timespec time = {2, 500000000}, left;
  alarm(1);
  assert(nanosleep(&time, &left) == -1 && left.tv_sec == 1);
  alarm(1), time.tv_nsec = 0;
  assert(nanosleep(&time, &left) == -1 && left.tv_sec == 1);
  return 0;
}
