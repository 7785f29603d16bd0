/* alarm and setitimer: timers that expire while the program waits or when it reads a clock. */
#define _GNU_SOURCE
#include "environment.h"
#include "sheaf.h"
#include "signals.h"
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

enum { SECOND = 1000000 };

static int refuse(int error) {
  errno = error;
  return -1;
}

/* The timer of real time, which alarms share: when it expires (0: never), and how often. */
static struct {
  long long due, interval;
} timer;

/* Time that computing takes is not counted, but less is left than was set. */
static long long left(void) {
  if (!timer.due) return 0;
  return timer.due > sheaf_microseconds + 1 ? timer.due - sheaf_microseconds - 1 : 1;
}

/* A loop that has no end where computing takes no time may be interrupted on a real machine. */
static void start(long long first, long long interval) {
  if (first && __sheaf_clock_input) __sheaf_unmodelled("a timer where clocks are inputs");
  if (first && __sheaf_counts("hang")) __sheaf_unmodelled("a timer where endless loops are failures");
  if (first) __sheaf_assumes("a timer expires where the program waits or reads a clock");
  timer.due = first ? sheaf_microseconds + first : 0;
  timer.interval = interval;
}

int sheaf_expire(long long due) {
  if (!timer.due || (due >= 0 && timer.due > due)) return 0;
  /* As on a real machine, the signal arrives a moment later. */
  if (sheaf_microseconds <= timer.due) sheaf_microseconds = timer.due + 1;
  timer.due = timer.interval ? timer.due + timer.interval : 0;
  sheaf_send(SIGALRM, SI_KERNEL, (union sigval){0});
  return 1;
}

int __sheaf_deliver(long long due, const sigset_t *mask) {
  unsigned long restored = sheaf_blocked;
  if (mask) sheaf_blocked = mask->__val[0] & ~(1ul << (SIGKILL - 1) | 1ul << (SIGSTOP - 1));
  int ran = sheaf_deliver_pending(restored);
  while (!ran && sheaf_expire(due)) {
    ran = sheaf_deliver_pending(restored);
    /* If the first one runs no handler, no later one does. */
    if (due < 0) break;
  }
  sheaf_blocked = restored;
  sheaf_deliver_pending(restored);
  return ran;
}

unsigned alarm(unsigned seconds) {
  long long old = left();
  start((long long)seconds * SECOND, 0);
  /* Rounded, but an alarm that is set is never shown as none. */
  return (unsigned)(old && old < SECOND ? 1 : (old + SECOND / 2) / SECOND);
}

static struct timeval time_of(long long microseconds) {
  return (struct timeval){microseconds / SECOND, microseconds % SECOND};
}

int getitimer(__itimer_which_t which, struct itimerval *result) {
  if (which > ITIMER_PROF) return refuse(EINVAL);
  *result = (struct itimerval){0};
  if (which != ITIMER_REAL) return 0;
  *result = (struct itimerval){time_of(timer.interval), time_of(left())};
  return 0;
}

static int is_time(const struct timeval *time) {
  return time->tv_sec >= 0 && time->tv_usec >= 0 && time->tv_usec < SECOND;
}

static long long microseconds_of(const struct timeval *time) { return time->tv_sec * (long long)SECOND + time->tv_usec; }

int setitimer(__itimer_which_t which, const struct itimerval *restrict new, struct itimerval *restrict old) {
  struct itimerval wanted = new ? *new : (struct itimerval){0};
  if (!is_time(&wanted.it_value) || !is_time(&wanted.it_interval) || which > ITIMER_PROF) return refuse(EINVAL);
  if (old) getitimer(which, old);
  long long first = microseconds_of(&wanted.it_value);
  if (which == ITIMER_REAL) start(first, first ? microseconds_of(&wanted.it_interval) : 0);
  else if (first) __sheaf_unmodelled("a timer of the time that computing takes");
  return 0;
}

useconds_t ualarm(useconds_t first, useconds_t interval) {
  struct itimerval new = {{0, interval}, {0, first}}, old;
  return setitimer(ITIMER_REAL, &new, &old) ? (useconds_t)-1 : (useconds_t)(old.it_value.tv_sec * SECOND + old.it_value.tv_usec);
}
