/* time.h and sys/time.h: reading the time, and waiting. It starts at 2024-02-29 12:00:00 UTC, and
 * each call takes a microsecond; or each reading is an input, not earlier than the one before. */
#define _GNU_SOURCE
#include "environment.h"
#include "sheaf.h"
#include "signals.h"
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000 };

void klee_assume(uintptr_t condition);

static int refuse(int error) {
  errno = error;
  return -1;
}

/* The time that the program computed, in microseconds: that of reading clocks. */
static long long computed;

int sheaf_wait(long long due, const sigset_t *mask, const char *what) {
  int ran = __sheaf_deliver(due, mask);
  if (!ran && due < 0) __sheaf_unmodelled(what);
  if (!ran) sheaf_microseconds = __builtin_elementwise_max(sheaf_microseconds, due);
  return ran;
}

/* Reading a clock takes a microsecond. */
static long long now(void) {
  computed++;
  sheaf_wait(sheaf_microseconds + 1, NULL, "");
  return sheaf_microseconds;
}

/* Whether clocks are known, which is an assumption. */
static int is_known(void) {
  if (__sheaf_clock_input) return 0;
  __sheaf_assumes("it is 2024-02-29 12:00 UTC, and each reading of a clock takes a microsecond (--clock)");
  return 1;
}

/* The last readings of clocks that are inputs: of the calendar and of others. */
static struct timespec last_readings[2];

/* Between two readings of a clock, and between 1970 and the first, are less than 2^32 seconds. */
static const uint64_t LONGEST = UINT32_MAX;

static struct timespec next_reading(struct timespec *last) {
  time_t seconds;
  long nanoseconds;
  __sheaf_make_input(&seconds, sizeof seconds, "clock reading (s)");
  __sheaf_make_input(&nanoseconds, sizeof nanoseconds, "clock reading (ns)");
  klee_assume((uint64_t)nanoseconds < 1000000000);
  klee_assume((uint64_t)seconds - (uint64_t)last->tv_sec <= LONGEST);
  klee_assume((seconds > last->tv_sec) | (nanoseconds >= last->tv_nsec));
  return *last = (struct timespec){seconds, nanoseconds};
}

/* The same for a clock that is a number. */
static clock_t next_number(clock_t *last) {
  clock_t now;
  __sheaf_make_input(&now, sizeof now, "clock reading");
  klee_assume((uint64_t)now - (uint64_t)*last <= LONGEST);
  return *last = now;
}

/* Linux's clocks, including those of CPUs and alarms. */
static int is_clock(clockid_t clock) { return clock >= CLOCK_REALTIME && clock <= CLOCK_TAI && clock != 10; }

static int is_computing(clockid_t clock) { return clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID; }

static int is_calendar(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_REALTIME_ALARM || clock == CLOCK_TAI;
}

/* When a clock started, in seconds. */
static time_t start_of(clockid_t clock) {
  return is_calendar(clock) ? SHEAF_START : is_computing(clock) ? 0 : 1000;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
  if (!is_clock(clock)) return refuse(EINVAL);
  if (!is_known()) {
    *result = next_reading(&last_readings[!is_calendar(clock)]);
    return 0;
  }
  long long time = now();
  if (is_computing(clock)) time = computed;
  result->tv_sec = start_of(clock) + time / SECOND;
  result->tv_nsec = time % SECOND * 1000;
  return 0;
}

int clock_getres(clockid_t clock, struct timespec *result) {
  if (!is_clock(clock)) return refuse(EINVAL);
  int is_coarse = clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE;
  if (result) *result = (struct timespec){0, is_coarse ? 4000000 : 1};
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
  if (zone) *(struct timezone *)zone = (struct timezone){0};
  return 0;
}

clock_t clock(void) {
  static clock_t last;
  if (!is_known()) return next_number(&last);
  now();
  return computed;
}

/* The program has no children that have ended. */
clock_t times(struct tms *result) {
  static clock_t last, user, system;
  struct tms nowhere;
  if (!result) result = &nowhere;
  if (!is_known()) {
    *result = (struct tms){.tms_utime = next_number(&user), .tms_stime = next_number(&system)};
    return next_number(&last);
  }
  long long time = now();
  *result = (struct tms){.tms_utime = computed / 10000};
  return time / 10000;
}

/* Sleeping. */

/* The point in time after this many seconds and nanoseconds; the latest one if there are too
 * many. */
static long long after(time_t seconds, long nanoseconds) {
  long long due;
  if (__builtin_mul_overflow((long long)seconds, SECOND, &due)) return LLONG_MAX;
  return __builtin_add_overflow(due, sheaf_microseconds + (nanoseconds + 999) / 1000, &due) ? LLONG_MAX : due;
}

/* At least this time has passed at the next reading of a clock that is an input. */
static void pass(const struct timespec *time) {
  for (int i = 0; i < 2; i++) {
    struct timespec *last = &last_readings[i];
    long sum = last->tv_nsec + time->tv_nsec, carry = sum >= 1000000000;
    *last = (struct timespec){last->tv_sec + time->tv_sec + carry, sum - carry * 1000000000};
  }
}

static int wait_until(long long due) { return sheaf_wait(due, NULL, "") ? EINTR : 0; }

/* How late a timer and how long the program takes decides. */
long long sheaf_time_left(long long due) {
  long long left = due > sheaf_microseconds ? due - sheaf_microseconds : 0, seconds = (left + SECOND / 2) / SECOND;
  if (!seconds || llabs(left - seconds * SECOND) > SECOND / 1000) return left;
  return seconds * SECOND - !__sheaf_pick("time left of a wait", 1);
}

/* A handler ends the wait, whether it asks for a restart or not. */
static int wait_for(const struct timespec *wanted, struct timespec *left) {
  long long due = after(wanted->tv_sec, wanted->tv_nsec);
  if (__sheaf_clock_input) pass(wanted);
  if (!wait_until(due)) return 0;
  long long rest = left ? sheaf_time_left(due) : 0;
  if (left) *left = (struct timespec){rest / SECOND, rest % SECOND * 1000};
  return EINTR;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
  int error = is_time(wanted) ? wait_for(wanted, left) : EINVAL;
  return error ? refuse(error) : 0;
}

unsigned sleep(unsigned seconds) {
  struct timespec time = {seconds, 0};
  return nanosleep(&time, &time) ? (unsigned)time.tv_sec : 0;
}

int usleep(useconds_t time) { return nanosleep(&(struct timespec){time / SECOND, time % SECOND * 1000l}, NULL); }

/* A relative or an absolute time: the latter is past, or the clock advances to it. */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left) {
  if (!is_time(wanted) || clock == CLOCK_THREAD_CPUTIME_ID || !is_clock(clock)) return EINVAL;
  if (clock == CLOCK_PROCESS_CPUTIME_ID) return sheaf_wait(-1, NULL, "waiting for the end of a computation") ? EINTR : 0;
  if (!(flags & TIMER_ABSTIME)) return wait_for(wanted, left);
  if (__sheaf_clock_input) __sheaf_unmodelled("waiting for a point in time where clocks are inputs");
  long long due = (wanted->tv_sec - start_of(clock)) * (long long)SECOND + (wanted->tv_nsec + 999) / 1000;
  return due > sheaf_microseconds ? wait_until(due) : 0;
}
