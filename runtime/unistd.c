/* unistd.h on the files in memory: reading, writing, places, names. What has no effect here succeeds. */
#define _GNU_SOURCE
#include "environment.h"
#include "files.h"
#include "sheaf.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int refuse(int error) {
  errno = error;
  return -1;
}

/* Reading and writing. */

static const int read_errors[] = {EIO, EINTR, 0}, write_errors[] = {ENOSPC, EIO, EINTR, 0}, close_errors[] = {EIO, 0};

/* A number of bytes, concrete. */
static size_t known(size_t bytes) { return __sheaf_is_symbolic(bytes) ? (size_t)__sheaf_concrete((int)bytes) : bytes; }

ssize_t read(int file, void *to, size_t bytes) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  if ((open->flags & O_ACCMODE) == O_WRONLY) return refuse(EBADF);
  if (S_ISDIR(open->node->mode)) return refuse(EISDIR);
  if (sheaf_call_fails("read", read_errors)) return -1;
  return (ssize_t)sheaf_read(open, to, known(sheaf_transferred("read", sheaf_available(open, bytes))));
}

ssize_t write(int file, const void *from, size_t bytes) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  if ((open->flags & O_ACCMODE) == O_RDONLY) return refuse(EBADF);
  if (sheaf_call_fails("write", write_errors)) return -1;
  size_t done = sheaf_transferred("write", bytes);
  /* What a file holds is kept byte by byte; of output, what is lost does not matter. */
  if (!open->node->stream && !open->node->null) done = known(done);
  sheaf_write(open, from, done);
  return (ssize_t)done;
}

/* Does a call at a place, and goes back to where the file was. */
static ssize_t at_place(int file, off_t place, void *to, const void *from, size_t bytes) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  if (S_ISFIFO(open->node->mode)) return refuse(ESPIPE);
  if (place < 0) return refuse(EINVAL);
  size_t old = open->position;
  open->position = (size_t)place;
  ssize_t done = to ? read(file, to, bytes) : write(file, from, bytes);
  open->position = old;
  return done;
}

ssize_t pread(int file, void *to, size_t bytes, off_t place) { return at_place(file, place, to, NULL, bytes); }
ssize_t pwrite(int file, const void *from, size_t bytes, off_t place) { return at_place(file, place, NULL, from, bytes); }

ssize_t pread64(int file, void *to, size_t bytes, off_t place) { return pread(file, to, bytes, place); }
ssize_t pwrite64(int file, const void *from, size_t bytes, off_t place) { return pwrite(file, from, bytes, place); }

ssize_t readv(int file, const struct iovec *parts, int count) {
  ssize_t all = 0;
  for (int i = 0; i < count; i++) {
    ssize_t done = read(file, parts[i].iov_base, parts[i].iov_len);
    if (done < 0) return all ? all : -1;
    all += done;
    if ((size_t)done < parts[i].iov_len) break;
  }
  return all;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  ssize_t all = 0;
  for (int i = 0; i < count; i++) {
    ssize_t done = write(file, parts[i].iov_base, parts[i].iov_len);
    if (done < 0) return all ? all : -1;
    all += done;
  }
  return all;
}

int close(int file) {
  if (sheaf_close(file)) return -1;
  return sheaf_call_fails("close", close_errors) ? -1 : 0;
}

off_t lseek(int file, off_t distance, int from) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  if (S_ISFIFO(open->node->mode)) return refuse(ESPIPE);
  off_t start = 0;
  if (from == SEEK_CUR) start = (off_t)open->position;
  else if (from == SEEK_END) start = (off_t)sheaf_size(open->node);
  else if (from != SEEK_SET) return refuse(EINVAL);
  if (start + distance < 0) return refuse(EINVAL);
  open->position = (size_t)(start + distance);
  return start + distance;
}

off_t lseek64(int file, off_t distance, int from) { return lseek(file, distance, from); }

int ftruncate(int file, off_t size) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  if (size < 0 || !S_ISREG(open->node->mode)) return refuse(EINVAL);
  sheaf_resize(open->node, (size_t)size);
  return 0;
}

int ftruncate64(int file, off_t size) { return ftruncate(file, size); }

int truncate(const char *name, off_t size) {
  struct sheaf_node *node = sheaf_find_or_note(name);
  if (!node) return -1;
  if (size < 0) return refuse(EINVAL);
  sheaf_resize(node, (size_t)size);
  return 0;
}

int fsync(int file) { return sheaf_opened(file) ? 0 : -1; }
int fdatasync(int file) { return fsync(file); }
void sync(void) {}

/* Numbers of files. */

int dup(int file) {
  struct sheaf_open *open = sheaf_opened(file);
  return open ? sheaf_number(open, 0) : -1;
}

int dup2(int file, int wanted) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  if (file == wanted) return wanted;
  if (wanted < 0 || wanted >= 64) return refuse(EBADF);
  if (sheaf_opened(wanted)) sheaf_close(wanted);
  return sheaf_number(open, wanted);
}

int dup3(int file, int wanted, int flags) { return file == wanted ? refuse(EINVAL) : dup2(file, wanted); }

int pipe(int files[2]) {
  struct sheaf_node *node = sheaf_new_node(S_IFIFO | 0600);
  files[0] = sheaf_open_node(node, O_RDONLY);
  if (files[0] < 0) return -1;
  files[1] = sheaf_open_node(node, O_WRONLY);
  if (files[1] >= 0) return 0;
  sheaf_close(files[0]);
  return -1;
}

/* No file is a terminal. */

int isatty(int file) {
  if (sheaf_opened(file)) errno = ENOTTY;
  return 0;
}

char *ttyname(int file) {
  isatty(file);
  return NULL;
}

/* Names. */

int access(const char *name, int mode) {
  struct sheaf_node *node = sheaf_find_or_note(name);
  if (!node) return -1;
  return (mode & X_OK) && !(node->mode & 0111) ? refuse(EACCES) : 0;
}

int faccessat(int folder, const char *name, int mode, int flags) { return access(name, mode); }
int euidaccess(const char *name, int mode) { return access(name, mode); }
int eaccess(const char *name, int mode) { return access(name, mode); }

int unlink(const char *name) {
  struct sheaf_node *node = sheaf_find_or_note(name);
  if (!node) return -1;
  if (S_ISDIR(node->mode)) return refuse(EISDIR);
  node->name = NULL;
  return 0;
}

int rmdir(const char *name) {
  struct sheaf_node *node = sheaf_find_or_note(name);
  if (!node) return -1;
  if (!S_ISDIR(node->mode)) return refuse(ENOTDIR);
  node->name = NULL;
  return 0;
}

int unlinkat(int folder, const char *name, int flags) { return flags & AT_REMOVEDIR ? rmdir(name) : unlink(name); }

int remove(const char *name) {
  struct sheaf_node *node = sheaf_find(name);
  return node && S_ISDIR(node->mode) ? rmdir(name) : unlink(name);
}

int rename(const char *old, const char *new) {
  struct sheaf_node *node = sheaf_find_or_note(old);
  if (!node) return -1;
  struct sheaf_node *replaced = sheaf_find(new);
  if (replaced == node) return 0;
  size_t bytes = strlen(new) + 1;
  char *name = __sheaf_model_alloc(bytes);
  if (replaced) replaced->name = NULL;
  node->name = __builtin_memcpy(name, new, bytes);
  return 0;
}

ssize_t readlink(const char *name, char *buffer, size_t size) { return sheaf_find_or_note(name) ? refuse(EINVAL) : -1; }

char *getcwd(char *buffer, size_t size) {
  if (!buffer) buffer = malloc(size ? size : 2), size = size ? size : 2;
  if (!buffer) return NULL;
  if (size < 2) {
    errno = ERANGE;
    return NULL;
  }
  buffer[0] = '/';
  buffer[1] = 0;
  return buffer;
}

int chdir(const char *name) {
  struct sheaf_node *node = sheaf_find_or_note(name);
  if (!node) return -1;
  if (!S_ISDIR(node->mode)) return refuse(ENOTDIR);
  if (node != sheaf_find("/")) __sheaf_unmodelled("a change of the working directory");
  return 0;
}
