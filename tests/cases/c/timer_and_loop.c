// A loop that waits for a timer is not endless.
// expect: incomplete unmodelled-call
// options: --enable hang
#include <signal.h>
#include <unistd.h>
static volatile int rang;
static void ring(int number) { rang = 1; }
int main(void) {
  signal(SIGALRM, ring);
  alarm(1);
  while (!rang) {}
  return 0;
}
