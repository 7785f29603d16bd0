/* poll.h and sys/select.h: a file is always ready for what it was opened for. */
#define _GNU_SOURCE
#include "files.h"
#include "sheaf.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/select.h>

static int reads(const struct sheaf_open *open) { return (open->flags & O_ACCMODE) != O_WRONLY; }
static int writes(const struct sheaf_open *open) { return (open->flags & O_ACCMODE) != O_RDONLY; }

static short ready(int file) {
  if (file < 0) return 0;
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return POLLNVAL;
  return (short)((reads(open) ? POLLIN | POLLRDNORM : 0) | (writes(open) ? POLLOUT | POLLWRNORM : 0));
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *time, const sigset_t *signals) {
  int found = 0, old = errno;
  for (nfds_t i = 0; i < count; i++) {
    files[i].revents = (short)(ready(files[i].fd) & (files[i].events | POLLNVAL));
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

/* Keeps the files of a set that are ready; the number of them, or -1. */
static int keep(int count, fd_set *set, int (*is_ready)(const struct sheaf_open *)) {
  int found = 0;
  for (int file = 0; set && file < count; file++) {
    if (!FD_ISSET(file, set)) continue;
    struct sheaf_open *open = sheaf_opened(file);
    if (!open) return -1;
    if (is_ready(open)) found++;
    else FD_CLR(file, set);
  }
  return found;
}

static int never(const struct sheaf_open *open) { return 0; }

int pselect(int count, fd_set *in, fd_set *out, fd_set *other, const struct timespec *time, const sigset_t *signals) {
  if (count < 0 || count > FD_SETSIZE) {
    errno = EINVAL;
    return -1;
  }
  int readable = keep(count, in, reads), writable = keep(count, out, writes), exceptional = keep(count, other, never);
  if (readable < 0 || writable < 0 || exceptional < 0) return -1;
  if (!(readable + writable) && !time) __sheaf_unmodelled("waiting for files without a limit of time");
  return readable + writable;
}

int select(int count, fd_set *in, fd_set *out, fd_set *other, struct timeval *time) {
  struct timespec none = {0};
  return pselect(count, in, out, other, time ? &none : NULL, NULL);
}
