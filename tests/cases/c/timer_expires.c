// An alarm arrives where the program sleeps or waits, or reads a clock; its default action ends the
// program.
// expect: bug assertion @32
#include <assert.h>
#include <klee/klee.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
static volatile int rang;
static void ring(int number) { rang++; }
int main(void) {
  int x = klee_range(0, 5, "x");
  if (x == 0) {
    alarm(2);
    sleep(3);
    assert(0);
  }
  signal(SIGALRM, ring);
  assert(alarm(5) == 0 && alarm(3) == 5);
  if (x == 1) assert(sleep(10) / 2 == 3 && rang == 1 && alarm(0) == 0);
  if (x == 2) assert(sleep(2) == 0 && !rang && alarm(0) == 1);
  if (x == 3) {
    assert(pause() == -1 && rang == 1);
  }
  if (x == 4) {
    time_t start = time(NULL);
    alarm(1);
    while (!rang && time(NULL) < start + 100) {
      struct timespec moment = {0, 300000000};
      nanosleep(&moment, NULL);
    }
    assert(rang == 2);
  }
  return 0;
}
