/* fcntl.h, and ioctl: opening files and asking about open ones. */
#define _GNU_SOURCE
#include "environment.h"
#include "files.h"
#include "sheaf.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

static const int open_errors[] = {EACCES, ENFILE, EINTR, 0};

static mode_t mask = 022;

mode_t umask(mode_t new) {
  mode_t old = mask;
  mask = new & 0777;
  return old;
}

static int refuse(int error) {
  errno = error;
  return -1;
}

static int open_existing(struct sheaf_node *node, int flags) {
  int writes = (flags & O_ACCMODE) != O_RDONLY;
  if (flags & O_CREAT && flags & O_EXCL) return refuse(EEXIST);
  if (S_ISDIR(node->mode) ? writes : flags & O_DIRECTORY) return refuse(writes ? EISDIR : ENOTDIR);
  if (flags & O_TRUNC && writes && S_ISREG(node->mode)) sheaf_resize(node, 0);
  return sheaf_open_node(node, flags);
}

static int open_file(const char *name, int flags, mode_t mode) {
  if (sheaf_call_fails("open", open_errors)) return -1;
  struct sheaf_node *node = sheaf_find(name);
  if (node) return open_existing(node, flags);
  if (!(flags & O_CREAT) || !*name) {
    sheaf_find_or_note(name);
    return -1;
  }
  size_t bytes = strlen(name) + 1;
  char *copy = __sheaf_model_alloc(bytes);
  node = sheaf_new_node(S_IFREG | (mode & ~mask & 07777));
  node->name = __builtin_memcpy(copy, name, bytes);
  return sheaf_open_node(node, flags);
}

/* The mode, where the flags say that it is there. */
#define OPEN(last)                              \
  mode_t mode = 0;                              \
  if (flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) { \
    va_list arguments;                          \
    va_start(arguments, last);                  \
    mode = va_arg(arguments, mode_t);           \
    va_end(arguments);                          \
  }                                             \
  return open_file(name, flags, mode)

int open(const char *name, int flags, ...) { OPEN(flags); }
int open64(const char *name, int flags, ...) { OPEN(flags); }
int openat(int folder, const char *name, int flags, ...) { OPEN(flags); }
int openat64(int folder, const char *name, int flags, ...) { OPEN(flags); }
int __open_2(const char *name, int flags) { return open_file(name, flags, 0); }
int __open64_2(const char *name, int flags) { return open_file(name, flags, 0); }
int creat(const char *name, mode_t mode) { return open_file(name, O_WRONLY | O_CREAT | O_TRUNC, mode); }
int creat64(const char *name, mode_t mode) { return creat(name, mode); }

static int control(int file, int command, int argument) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: return argument < 0 ? refuse(EINVAL) : sheaf_number(open, argument);
    case F_GETFL: return open->flags & ~(O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC);
    case F_SETFL: open->flags = (open->flags & ~(O_APPEND | O_NONBLOCK)) | (argument & (O_APPEND | O_NONBLOCK)); return 0;
    case F_GETFD:
    case F_SETFD: return 0;
    default: __sheaf_unmodelled("a command of fcntl");
  }
}

/* The argument, for the commands that have one. */
#define FCNTL                                                                                \
  va_list arguments;                                                                         \
  va_start(arguments, command);                                                              \
  int argument = command == F_GETFL || command == F_GETFD ? 0 : va_arg(arguments, int);      \
  va_end(arguments);                                                                         \
  return control(file, command, argument)

int fcntl(int file, int command, ...) { FCNTL; }
int fcntl64(int file, int command, ...) { FCNTL; }

/* There are no terminals and devices. */
int ioctl(int file, unsigned long request, ...) { return sheaf_opened(file) ? refuse(ENOTTY) : -1; }

int posix_fadvise(int file, off_t start, off_t bytes, int advice) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return EBADF;
  return S_ISFIFO(open->node->mode) ? ESPIPE : 0;
}

int posix_fadvise64(int file, off_t start, off_t bytes, int advice) { return posix_fadvise(file, start, bytes, advice); }
