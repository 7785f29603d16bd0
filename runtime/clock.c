/* time.h and sys/time.h: asking for the time. It is 2024-02-29 12:00:00 UTC, and each question takes a microsecond. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static long microseconds;

int clock_gettime(clockid_t clock, struct timespec *result) {
  time_t start = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? 1709208000 : 1000;
  microseconds++;
  result->tv_sec = start + microseconds / 1000000;
  result->tv_nsec = microseconds % 1000000 * 1000;
  return 0;
}

int clock_getres(clockid_t clock, struct timespec *result) {
  if (result) *result = (struct timespec){0, 1000};
  return 0;
}

int timespec_get(struct timespec *result, int base) { return clock_gettime(CLOCK_REALTIME, result) ? 0 : base; }

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

/* Waiting. */

unsigned sleep(unsigned seconds) {
  microseconds += seconds * 1000000l;
  return 0;
}

int usleep(useconds_t time) {
  microseconds += time;
  return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
  if (wanted->tv_nsec < 0 || wanted->tv_nsec > 999999999 || wanted->tv_sec < 0) {
    errno = EINVAL;
    return -1;
  }
  microseconds += wanted->tv_sec * 1000000 + wanted->tv_nsec / 1000;
  return 0;
}

unsigned alarm(unsigned seconds) { return 0; }
