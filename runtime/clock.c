/* time.h and sys/time.h: reading the time. It starts at 2024-02-29 12:00:00 UTC, and each call
 * takes a microsecond. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static long microseconds;

static int refuse(int error) {
  errno = error;
  return -1;
}

/* Linux's clocks, including those of CPUs and alarms. */
static int is_clock(clockid_t clock) { return clock >= CLOCK_REALTIME && clock <= CLOCK_TAI && clock != 10; }

int clock_gettime(clockid_t clock, struct timespec *result) {
  if (!is_clock(clock)) return refuse(EINVAL);
  int is_calendar = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_REALTIME_ALARM || clock == CLOCK_TAI;
  time_t start = is_calendar ? 1709208000 : 1000;
  microseconds++;
  result->tv_sec = start + microseconds / 1000000;
  result->tv_nsec = microseconds % 1000000 * 1000;
  return 0;
}

int clock_getres(clockid_t clock, struct timespec *result) {
  if (!is_clock(clock)) return refuse(EINVAL);
  if (result) *result = (struct timespec){0, 1000};
  return 0;
}

static int is_time(const struct timespec *time) { return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < 1000000000; }

/* Only a privileged process may set a clock. */
int clock_settime(clockid_t clock, const struct timespec *time) {
  return refuse(clock != CLOCK_REALTIME || !is_time(time) ? EINVAL : EPERM);
}

int clock_getcpuclockid(pid_t process, clockid_t *clock) {
  if (process && process != getpid()) return ESRCH;
  *clock = CLOCK_PROCESS_CPUTIME_ID;
  return 0;
}

int timespec_get(struct timespec *result, int base) {
  return base == TIME_UTC && !clock_gettime(CLOCK_REALTIME, result) ? base : 0;
}

int timespec_getres(struct timespec *result, int base) {
  return base == TIME_UTC && !clock_getres(CLOCK_REALTIME, result) ? base : 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  *result = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

clock_t clock(void) { return ++microseconds; }

clock_t times(struct tms *result) {
  *result = (struct tms){0};
  return ++microseconds / 10000;
}

/* Sleeping. */

unsigned sleep(unsigned seconds) {
  microseconds += seconds * 1000000l;
  return 0;
}

int usleep(useconds_t time) {
  microseconds += time;
  return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
  if (!is_time(wanted)) return refuse(EINVAL);
  microseconds += wanted->tv_sec * 1000000 + wanted->tv_nsec / 1000;
  return 0;
}

/* A relative or an absolute time: the latter is past, or the clock advances to it. */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left) {
  struct timespec now;
  if (!is_time(wanted) || clock == CLOCK_THREAD_CPUTIME_ID || !is_clock(clock)) return EINVAL;
  clock_gettime(clock, &now);
  if (!(flags & TIMER_ABSTIME)) return nanosleep(wanted, left);
  long rest = (wanted->tv_sec - now.tv_sec) * 1000000 + (wanted->tv_nsec - now.tv_nsec) / 1000;
  if (rest > 0) microseconds += rest;
  return 0;
}

/* Alarms never fire. */
unsigned alarm(unsigned seconds) { return 0; }
