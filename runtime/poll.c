/* poll.h and sys/select.h: the standard streams and files are always ready. Whether a pipe of the
 * program's is ready is not known. */
#define _GNU_SOURCE
#include "files.h"
#include "sheaf.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/stat.h>

/* The standard streams have the first numbers. */
enum { STREAMS = 3 };

static short ready(const struct sheaf_open *open) {
  int is_pipe = S_ISFIFO(open->node->mode), is_input = (open->flags & O_ACCMODE) == O_RDONLY;
  if (is_pipe && open->node->number > STREAMS) __sheaf_unmodelled("whether a pipe is ready");
  short in = POLLIN | POLLRDNORM, out = POLLOUT | POLLWRNORM;
  return !is_pipe ? in | out : is_input ? in : out;
}

static short events_of(int file, short wanted) {
  if (file < 0) return 0;
  struct sheaf_open *open = sheaf_opened(file);
  return open ? ready(open) & wanted : POLLNVAL;
}

static int refuse(int error) {
  errno = error;
  return -1;
}

static int is_time(const struct timespec *time) {
  return !time || (time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < 1000000000);
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *time, const sigset_t *signals) {
  if (!is_time(time)) return refuse(EINVAL);
  int found = 0, old = errno;
  for (nfds_t i = 0; i < count; i++) {
    files[i].revents = events_of(files[i].fd, files[i].events);
    found += files[i].revents != 0;
  }
  errno = old;
  if (!found && !time) __sheaf_unmodelled("waiting for files without a limit of time");
  return found;
}

int poll(struct pollfd *files, nfds_t count, int milliseconds) {
  struct timespec none = {0};
  return ppoll(files, count, milliseconds < 0 ? NULL : &none, NULL);
}

int __poll_chk(struct pollfd *files, nfds_t count, int milliseconds, size_t bytes) {
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

int pselect(int count, fd_set *in, fd_set *out, fd_set *other, const struct timespec *time, const sigset_t *signals) {
  if (count < 0 || !is_time(time)) return refuse(EINVAL);
  if (count > FD_SETSIZE) count = FD_SETSIZE;
  if (!are_open(count, in) || !are_open(count, out) || !are_open(count, other)) return -1;
  int found = keep(count, in, POLLIN) + keep(count, out, POLLOUT) + keep(count, other, POLLPRI);
  if (!found && !time) __sheaf_unmodelled("waiting for files without a limit of time");
  return found;
}

/* The time that is left is stored. */
int select(int count, fd_set *in, fd_set *out, fd_set *other, struct timeval *time) {
  if (time && (time->tv_sec < 0 || time->tv_usec < 0)) return refuse(EINVAL);
  struct timespec none = {0};
  int found = pselect(count, in, out, other, time ? &none : NULL, NULL);
  if (!found) *time = (struct timeval){0};
  return found;
}
