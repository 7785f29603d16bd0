/* poll.h and sys/select.h. Files are always ready; whoever wrote the standard input has closed it,
 * and whoever reads the output is never slow. */
#define _GNU_SOURCE
#include "files.h"
#include "environment.h"
#include "sheaf.h"
#include "signals.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/stat.h>

static short ready(struct sheaf_open *open) {
  struct sheaf_node *node = open->node;
  short in = POLLIN | POLLRDNORM, out = POLLOUT | POLLWRNORM;
  if (node->pipe) return sheaf_pipe_events(open);
  if (!S_ISFIFO(node->mode)) return in | out;
  return node->stream ? out : sheaf_has_more(open) ? in | POLLHUP : POLLHUP;
}

static short events_of(int file, short wanted) {
  if (file < 0) return 0;
  struct sheaf_open *open = sheaf_opened(file);
  return open ? ready(open) & (wanted | POLLHUP | POLLERR) : POLLNVAL;
}

static int refuse(int error) {
  errno = error;
  return -1;
}

static int is_time(const struct timespec *time) {
  return !time || (time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < 1000000000);
}

static const char NEVER[] = "waiting for files that are never ready";

/* When a time from now on is over; negative for NULL. */
static long long end_of(const struct timespec *time) {
  return time ? sheaf_microseconds + time->tv_sec * 1000000ll + (time->tv_nsec + 999) / 1000 : -1;
}

static int count_ready(struct pollfd *files, nfds_t count) {
  int found = 0, old = errno;
  for (nfds_t i = 0; i < count; i++) {
    files[i].revents = events_of(files[i].fd, files[i].events);
    found += files[i].revents != 0;
  }
  errno = old;
  return found;
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *time, const sigset_t *signals) {
  count = (unsigned)count; /* as Linux takes it */
  if (!is_time(time) || (count && !sheaf_may_be_number(count - 1))) return refuse(EINVAL);
  int found = count_ready(files, count);
  if (!found && sheaf_wait(end_of(time), signals, NEVER)) return refuse(EINTR);
  return found;
}

int poll(struct pollfd *files, nfds_t count, int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000l};
  return ppoll(files, count, milliseconds < 0 ? NULL : &time, NULL);
}

int __poll_chk(struct pollfd *files, nfds_t count, int milliseconds, size_t bytes) {
  __sheaf_check(count <= bytes / sizeof *files, "out-of-bounds", "more files than there is room for");
  return poll(files, count, milliseconds);
}

/* Whether all files of a set are open. */
static int are_open(int count, const fd_set *set) {
  for (int file = 0; set && file < count; file++)
    if (FD_ISSET(file, set) && !sheaf_opened(file)) return 0;
  return 1;
}

/* Keeps the files of a set for which one of these events has happened; returns their number. The
 * rest of the last word is cleared. */
static int keep(int count, fd_set *set, short events) {
  int found = 0;
  for (int file = 0; set && file < (count + NFDBITS - 1) / NFDBITS * NFDBITS; file++) {
    if (!FD_ISSET(file, set)) continue;
    if (file < count && ready(sheaf_opened(file)) & events) found++;
    else FD_CLR(file, set);
  }
  return found;
}

enum { IN = POLLIN | POLLRDNORM | POLLRDBAND | POLLHUP | POLLERR, OUT = POLLOUT | POLLWRNORM | POLLWRBAND | POLLERR };

/* An interrupted call leaves the sets as they are. */
int pselect(int count, fd_set *in, fd_set *out, fd_set *other, const struct timespec *time, const sigset_t *signals) {
  if (count < 0 || !is_time(time)) return refuse(EINVAL);
  if (count > FD_SETSIZE) count = FD_SETSIZE;
  if (!are_open(count, in) || !are_open(count, out) || !are_open(count, other)) return -1;
  fd_set none;
  FD_ZERO(&none);
  fd_set kept[] = {in ? *in : none, out ? *out : none, other ? *other : none};
  int found = keep(count, &kept[0], IN) + keep(count, &kept[1], OUT) + keep(count, &kept[2], POLLPRI);
  if (!found && sheaf_wait(end_of(time), signals, NEVER)) return refuse(EINTR);
  if (in) *in = kept[0];
  if (out) *out = kept[1];
  if (other) *other = kept[2];
  return found;
}

/* The time that is left is stored. */
int select(int count, fd_set *in, fd_set *out, fd_set *other, struct timeval *time) {
  if (time && (time->tv_sec < 0 || time->tv_usec < 0)) return refuse(EINVAL);
  struct timespec wanted = time ? (struct timespec){time->tv_sec + time->tv_usec / 1000000, time->tv_usec % 1000000 * 1000} : (struct timespec){0};
  long long due = end_of(&wanted);
  int found = pselect(count, in, out, other, time ? &wanted : NULL, NULL);
  if (!time || (found < 0 && errno != EINTR)) return found;
  long long left = sheaf_time_left(due);
  *time = (struct timeval){left / 1000000, left % 1000000};
  return found;
}
