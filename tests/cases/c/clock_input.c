// Clocks that are inputs never go back, and advance while the program sleeps. Calendar and
// processor times may be anything.
// expect: bug assertion @20
// options: --clock input
#include <assert.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  time_t before = time(NULL);
  sleep(3);
  time_t after = time(NULL);
  assert(after >= before + 3);
  struct timeval now;
  gettimeofday(&now, NULL);
  assert(now.tv_sec >= after && now.tv_usec >= 0 && now.tv_usec < 1000000);
  clock_t start = clock();
  assert(clock() >= start && start >= 0);

  assert(before > 1700000000);
  return 0;
}
