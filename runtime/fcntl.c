/* fcntl.h, and ioctl: opening files and querying open ones. */
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
#include <unistd.h>

static const int open_errors[] = {EACCES, ENFILE, EINTR, 0};

/* Linux shows this flag for files that are opened by name. */
static const int LARGE = 0100000;

static mode_t mask = 022;
static int is_own_mask;

mode_t sheaf_mask(void) {
  if (!is_own_mask) __sheaf_assumes("new files have the mask 022");
  return mask;
}

mode_t umask(mode_t new) {
  mode_t old = sheaf_mask();
  is_own_mask = 1;
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
  if (S_ISDIR(node->mode) && (writes || flags & (O_CREAT | O_TRUNC))) return refuse(EISDIR);
  if (!S_ISDIR(node->mode) && flags & O_DIRECTORY) return refuse(ENOTDIR);
  int mode = flags & O_ACCMODE, wanted = (mode != O_WRONLY ? R_OK : 0) | (writes || flags & O_TRUNC ? W_OK : 0);
  if (!sheaf_may(node, wanted)) return refuse(EACCES);
  if (S_ISSOCK(node->mode)) return refuse(ENXIO);
  if (S_ISFIFO(node->mode)) return sheaf_open_fifo(node, flags | LARGE);
  if (flags & O_TRUNC && S_ISREG(node->mode)) sheaf_resize(node, 0);
  return sheaf_open_node(node, flags | LARGE);
}

static const int ACCESSES = O_RDWR | O_WRONLY, UNNAMED = O_TMPFILE & ~O_DIRECTORY;

static int open_file(const char *name, int flags, mode_t mode) {
  if (flags & (O_PATH | O_DIRECT | O_NOATIME | UNNAMED) || (flags & ACCESSES) == ACCESSES) __sheaf_unmodelled("a way of opening a file");
  /* Linux 6.4 and later refuse this; earlier ones create a file. */
  if (flags & O_CREAT && flags & O_DIRECTORY) __sheaf_unmodelled("open with O_CREAT and O_DIRECTORY");
  if (sheaf_call_fails("open", open_errors) || !sheaf_has_free_number()) return -1;
  struct sheaf_place place = sheaf_look_up(name);
  if (place.folder_error) return sheaf_missing(place, name);
  if (flags & O_CREAT && place.last == SHEAF_NAME && place.is_folder) return refuse(EISDIR);
  if (place.node) return open_existing(place.node, flags);
  if (!(flags & O_CREAT)) return sheaf_missing(place, name);
  if (!sheaf_may_name(place)) return -1;
  struct sheaf_node *node = sheaf_new_node(S_IFREG | (mode & ~sheaf_mask() & 07777));
  node->name = sheaf_new_name(name);
  sheaf_touch_folder(place);
  return sheaf_open_node(node, flags | LARGE);
}

static int open_at(int folder, const char *name, int flags, mode_t mode) {
  const char *whole = sheaf_name_at(folder, name);
  return whole ? open_file(whole, flags, mode) : -1;
}

/* The mode argument, which exists only with some flags. */
#define OPEN(folder)                            \
  mode_t mode = 0;                              \
  if (flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) { \
    va_list arguments;                          \
    va_start(arguments, flags);                 \
    mode = va_arg(arguments, mode_t);           \
    va_end(arguments);                          \
  }                                             \
  return open_at(folder, name, flags, mode)

int open(const char *name, int flags, ...) { OPEN(AT_FDCWD); }
int open64(const char *name, int flags, ...) { OPEN(AT_FDCWD); }
int openat(int folder, const char *name, int flags, ...) { OPEN(folder); }
int openat64(int folder, const char *name, int flags, ...) { OPEN(folder); }

/* Calls with _FORTIFY_SOURCE that pass no mode. */
int __open_2(const char *name, int flags) {
  __sheaf_check(!(flags & (O_CREAT | UNNAMED)), "invalid-builtin", "a file is created without a mode");
  return open_file(name, flags, 0);
}

int __open64_2(const char *name, int flags) { return __open_2(name, flags); }
int creat(const char *name, mode_t mode) { return open_file(name, O_WRONLY | O_CREAT | O_TRUNC, mode); }
int creat64(const char *name, mode_t mode) { return creat(name, mode); }

static int duplicate(struct sheaf_open *open, int least, int flags) {
  if (least < 0 || !sheaf_may_be_number((unsigned)least)) return refuse(EINVAL);
  int number = sheaf_number(open, least);
  if (number >= 0) *sheaf_flags_of_number(number) = flags;
  return number;
}

/* Whether Linux has this command of fcntl. */
static int is_command(int command) {
  return (command >= 0 && command <= 17) || (command >= F_OFD_GETLK && command <= F_OFD_SETLKW) ||
         (command >= F_SETLEASE && command <= F_SET_FILE_RW_HINT);
}

static int control(int file, int command, int argument) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  switch (command) {
    case F_DUPFD: return duplicate(open, argument, 0);
    case F_DUPFD_CLOEXEC: return duplicate(open, argument, FD_CLOEXEC);
    case F_GETFL: return open->flags & ~(O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_CLOEXEC);
    case F_SETFL:
      if ((argument ^ open->flags) & (O_ASYNC | O_DIRECT | O_NOATIME)) __sheaf_unmodelled("a flag of an open file");
      open->flags = (open->flags & ~(O_APPEND | O_NONBLOCK)) | (argument & (O_APPEND | O_NONBLOCK));
      return 0;
    case F_GETFD: return *sheaf_flags_of_number(file);
    case F_SETFD: *sheaf_flags_of_number(file) = argument & FD_CLOEXEC; return 0;
    case F_GETPIPE_SZ: return S_ISFIFO(open->node->mode) ? 65536 : refuse(EBADF);
    default:
      if (!is_command(command)) return refuse(EINVAL);
      __sheaf_unmodelled("a command of fcntl");
  }
}

static int has_argument(int command) {
  return command == F_DUPFD || command == F_DUPFD_CLOEXEC || command == F_SETFD || command == F_SETFL;
}

/* The argument, for commands that have one. */
#define FCNTL                                                             \
  va_list arguments;                                                      \
  va_start(arguments, command);                                           \
  int argument = has_argument(command) ? va_arg(arguments, int) : 0;      \
  va_end(arguments);                                                      \
  return control(file, command, argument)

int fcntl(int file, int command, ...) { FCNTL; }
int fcntl64(int file, int command, ...) { FCNTL; }

/* Stores how many bytes can be read at once. */
static int count_bytes(struct sheaf_open *open, int *count) {
  struct sheaf_node *node = open->node;
  if (!S_ISREG(node->mode) && !S_ISFIFO(node->mode)) return refuse(ENOTTY);
  if (node->stream) __sheaf_unmodelled("how much of the output was read");
  *count = (int)(node->pipe ? node->size - node->taken : sheaf_size(node) - open->position);
  return 0;
}

/* There are no terminals, whose requests have this letter, and no devices. */
static int control_device(int file, unsigned long request, int *argument) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  switch (request) {
    case FIONREAD: return count_bytes(open, argument);
    case FIONBIO: open->flags = *argument ? open->flags | O_NONBLOCK : open->flags & ~O_NONBLOCK; return 0;
    case FIOCLEX: *sheaf_flags_of_number(file) = FD_CLOEXEC; return 0;
    case FIONCLEX: *sheaf_flags_of_number(file) = 0; return 0;
    case FIOASYNC: __sheaf_unmodelled("signals for input and output");
  }
  if ((request >> 8 & 0xff) != 'T') __sheaf_unmodelled("a request of ioctl");
  return refuse(ENOTTY);
}

int ioctl(int file, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  int has_pointer = request == FIONREAD || request == FIONBIO;
  int *argument = has_pointer ? va_arg(arguments, int *) : NULL;
  va_end(arguments);
  return control_device(file, request, argument);
}

int posix_fadvise(int file, off_t start, off_t bytes, int advice) {
  int old = errno;
  struct sheaf_open *open = sheaf_opened(file);
  errno = old;
  if (!open) return EBADF;
  if (S_ISFIFO(open->node->mode)) return ESPIPE;
  return bytes < 0 || advice < POSIX_FADV_NORMAL || advice > POSIX_FADV_NOREUSE ? EINVAL : 0;
}

int posix_fadvise64(int file, off64_t start, off64_t bytes, int advice) {
  return posix_fadvise(file, (off_t)start, (off_t)bytes, advice);
}
