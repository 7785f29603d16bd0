/* unistd.h on the files in memory: reading, writing, positions, names. Functions without an
 * effect here succeed. */
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
#include <termios.h>
#include <unistd.h>

static int refuse(int error) {
  errno = error;
  return -1;
}

/* Reading and writing. */

static const int read_errors[] = {EIO, EINTR, 0}, write_errors[] = {ENOSPC, EIO, EINTR, 0}, close_errors[] = {EIO, 0};

/* A number of bytes, concrete. */
static size_t known(size_t bytes) { return __sheaf_is_symbolic(bytes) ? __sheaf_concrete_size(bytes) : bytes; }

/* Whether a process may have so many bytes at an address; sets `errno` if not. */
static int is_addressable(size_t bytes) {
  if (bytes < 1ull << 40) return 1;
  if (bytes < 1ull << 47) __sheaf_unmodelled("a transfer of more than a terabyte");
  errno = EFAULT;
  return 0;
}

ssize_t read(int file, void *to, size_t bytes) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  if ((open->flags & O_ACCMODE) == O_WRONLY) return refuse(EBADF);
  if (!is_addressable(bytes)) return -1;
  if (S_ISDIR(open->node->mode)) return refuse(EISDIR);
  if (sheaf_call_fails("read", read_errors)) return -1;
  sheaf_complete_reads(open->node, open);
  if (open->node->pipe) bytes = known(bytes);
  if (open->node->pipe && (!bytes || !sheaf_await_input(open))) return bytes ? -1 : 0;
  if (__sheaf_short_calls) bytes = known(sheaf_transferred("read", known(sheaf_available(open, bytes))));
  return (ssize_t)sheaf_read(open, to, bytes);
}

ssize_t write(int file, const void *from, size_t bytes) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  if ((open->flags & O_ACCMODE) == O_RDONLY) return refuse(EBADF);
  if (!is_addressable(bytes)) return -1;
  if (sheaf_call_fails("write", write_errors)) return -1;
  size_t done = sheaf_transferred("write", bytes);
  /* The content of a file is stored byte by byte; lost output does not matter. */
  if (!open->node->stream && !open->node->null) done = known(done);
  return sheaf_write(open, from, done);
}

/* Performs a call at a position, and restores the position of the file. */
static ssize_t at_place(int file, off_t place, void *to, const void *from, size_t bytes) {
  if (place < 0) return refuse(EINVAL);
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  if (S_ISFIFO(open->node->mode)) return refuse(ESPIPE);
  sheaf_complete_reads(open->node, open);
  size_t old = open->position;
  open->position = (size_t)place;
  ssize_t done = to ? read(file, to, bytes) : write(file, from, bytes);
  open->position = old;
  return done;
}

ssize_t pread(int file, void *to, size_t bytes, off_t place) { return at_place(file, place, to, NULL, bytes); }
ssize_t pwrite(int file, const void *from, size_t bytes, off_t place) { return at_place(file, place, NULL, from, bytes); }

ssize_t pread64(int file, void *to, size_t bytes, off64_t place) { return pread(file, to, bytes, sheaf_offset(place)); }
ssize_t pwrite64(int file, const void *from, size_t bytes, off64_t place) {
  return pwrite(file, from, bytes, sheaf_offset(place));
}

/* Whether a file that is open for more than `other` can transfer these parts; sets `errno` if not. */
static int can_transfer(int file, const struct iovec *parts, int count, int other) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return 0;
  int is_valid = count >= 0 && count <= IOV_MAX, mode = open->flags & O_ACCMODE;
  for (int i = 0; is_valid && i < count; i++) is_valid = (ssize_t)parts[i].iov_len >= 0;
  if (is_valid && mode != other) return 1;
  errno = mode == other ? EBADF : EINVAL;
  return 0;
}

ssize_t readv(int file, const struct iovec *parts, int count) {
  ssize_t all = 0;
  if (!can_transfer(file, parts, count, O_WRONLY)) return -1;
  for (int i = 0; i < count; i++) {
    ssize_t done = read(file, parts[i].iov_base, parts[i].iov_len);
    if (done < 0) return all ? all : -1;
    all += done;
    if ((size_t)done < parts[i].iov_len) break;
    /* Only the first part of a pipe's content is waited for. */
    struct sheaf_open *open = sheaf_opened(file);
    if (all && open->node->pipe && !sheaf_available(open, 1)) break;
  }
  return all;
}

/* Writes all parts to a pipe by one call. */
static ssize_t write_together(int file, const struct iovec *parts, int count) {
  size_t bytes = 0, done = 0;
  for (int i = 0; i < count; i++) bytes += parts[i].iov_len;
  char *all = __sheaf_model_alloc(bytes);
  for (int i = 0; i < count; i++) {
    if (parts[i].iov_len) __builtin_memcpy(all + done, parts[i].iov_base, parts[i].iov_len);
    done += parts[i].iov_len;
  }
  return write(file, all, bytes);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  ssize_t all = 0;
  if (!can_transfer(file, parts, count, O_RDONLY)) return -1;
  if (sheaf_opened(file)->node->pipe) return write_together(file, parts, count);
  for (int i = 0; i < count; i++) {
    ssize_t done = write(file, parts[i].iov_base, parts[i].iov_len);
    if (done < 0) return all ? all : -1;
    all += done;
    if ((size_t)done < parts[i].iov_len) break;
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
  if (from == SEEK_DATA || from == SEEK_HOLE) __sheaf_unmodelled("the holes of a file");
  if (from != SEEK_SET && from != SEEK_CUR && from != SEEK_END) return refuse(EINVAL);
  if (S_ISFIFO(open->node->mode)) return refuse(ESPIPE);
  if (S_ISDIR(open->node->mode) && (distance || from == SEEK_END || (from == SEEK_CUR && open->position)))
    __sheaf_unmodelled("a position in a folder");
  sheaf_complete_reads(open->node, open);
  if (open->node->null) return 0;
  off_t start = from == SEEK_CUR ? (off_t)open->position : from == SEEK_END ? (off_t)sheaf_size(open->node) : 0, place;
  if (__builtin_add_overflow(start, distance, &place) || place < 0) return refuse(EINVAL);
  /* Beyond the largest file of the host's file systems. */
  if (place > SHEAF_MAX_FILE) return refuse(EINVAL);
  open->position = (size_t)place;
  return place;
}

off64_t lseek64(int file, off64_t distance, int from) { return lseek(file, sheaf_offset(distance), from); }

int ftruncate(int file, off_t size) {
  if (size < 0) return refuse(EINVAL);
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  if (!S_ISREG(open->node->mode) || (open->flags & O_ACCMODE) == O_RDONLY) return refuse(EINVAL);
  sheaf_resize(open->node, (size_t)size);
  return 0;
}

int ftruncate64(int file, off64_t size) { return ftruncate(file, sheaf_offset(size)); }

int truncate(const char *name, off_t size) {
  if (size < 0) return refuse(EINVAL);
  struct sheaf_node *node = sheaf_find_or_note(name);
  if (!node) return -1;
  if (S_ISDIR(node->mode)) return refuse(EISDIR);
  if (!S_ISREG(node->mode)) return refuse(EINVAL);
  if (!sheaf_may(node, W_OK)) return refuse(EACCES);
  sheaf_resize(node, (size_t)size);
  return 0;
}

int truncate64(const char *name, off64_t size) { return truncate(name, sheaf_offset(size)); }

int fsync(int file) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  return S_ISREG(open->node->mode) || S_ISDIR(open->node->mode) ? 0 : refuse(EINVAL);
}

int fdatasync(int file) { return fsync(file); }
void sync(void) {}

/* Descriptors. */

int dup(int file) {
  struct sheaf_open *open = sheaf_opened(file);
  return open ? sheaf_number(open, 0) : -1;
}

int dup2(int file, int wanted) {
  struct sheaf_open *open = sheaf_opened(file);
  if (!open) return -1;
  if (file == wanted) return wanted;
  if (wanted < 0 || !sheaf_may_be_number((unsigned)wanted)) return refuse(EBADF);
  int old = errno;
  sheaf_close(wanted);
  errno = old;
  return sheaf_number(open, wanted);
}

int dup3(int file, int wanted, int flags) {
  if (file == wanted || flags & ~O_CLOEXEC) return refuse(EINVAL);
  int number = dup2(file, wanted);
  if (number >= 0 && flags) *sheaf_flags_of_number(number) = FD_CLOEXEC;
  return number;
}

/* No file is a terminal. */

int isatty(int file) {
  if (sheaf_opened(file)) errno = ENOTTY;
  __sheaf_assumes("no file is a terminal");
  return 0;
}

char *ttyname(int file) {
  isatty(file);
  return NULL;
}

int ttyname_r(int file, char *name, size_t size) {
  int old = errno;
  isatty(file);
  int error = errno;
  errno = old;
  return error;
}

static int refuse_file(int file) {
  isatty(file);
  return -1;
}

int tcgetattr(int file, struct termios *result) { return refuse_file(file); }

int tcsetattr(int file, int when, const struct termios *wanted) {
  return when == TCSANOW || when == TCSADRAIN || when == TCSAFLUSH ? refuse_file(file) : refuse(EINVAL);
}

int tcflush(int file, int what) { return refuse_file(file); }
int tcdrain(int file) { return refuse_file(file); }
pid_t tcgetpgrp(int file) { return refuse_file(file); }
int tcsetpgrp(int file, pid_t group) { return refuse_file(file); }

/* Names. */

int access(const char *name, int mode) {
  if (mode & ~(R_OK | W_OK | X_OK)) return refuse(EINVAL);
  struct sheaf_node *node = sheaf_find_or_note(name);
  if (!node) return -1;
  return sheaf_may(node, mode) ? 0 : refuse(EACCES);
}

int faccessat(int folder, const char *name, int mode, int flags) {
  if (flags & ~(AT_EACCESS | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) return refuse(EINVAL);
  const char *whole = sheaf_name_at(folder, name);
  return whole ? access(whole, mode) : -1;
}

int euidaccess(const char *name, int mode) { return access(name, mode); }
int eaccess(const char *name, int mode) { return access(name, mode); }

int unlink(const char *name) {
  struct sheaf_place place = sheaf_look_up(name);
  if (place.folder_error) return sheaf_missing(place, name);
  if (place.last != SHEAF_NAME) return refuse(EISDIR);
  if (!place.named) return sheaf_missing(place, name);
  int is_folder = S_ISDIR(place.named->mode);
  if (place.is_folder) return refuse(is_folder ? EISDIR : ENOTDIR);
  if (!sheaf_may_name(place)) return -1;
  if (is_folder) return refuse(EISDIR);
  sheaf_touch_folder(place);
  sheaf_touch(place.named, SHEAF_CHANGED);
  place.named->name = NULL;
  return 0;
}

/* The part of a file's name after the folder's name and the slash, or NULL if the file is not in
 * the folder or below it. */
static const char *below(const struct sheaf_node *folder, const struct sheaf_node *node) {
  if (!node->name || !folder->name) return NULL;
  const char *own = folder->name, *name = node->name;
  size_t length = strlen(own);
  return strncmp(name, own, length) == 0 && name[length] == '/' ? name + length + 1 : NULL;
}

static int is_empty(const struct sheaf_node *folder) {
  for (struct sheaf_node *node = sheaf_next(NULL); node; node = sheaf_next(node))
    if (below(folder, node)) return 0;
  return 1;
}

int rmdir(const char *name) {
  static const int errors[] = {[SHEAF_SAME] = EINVAL, [SHEAF_UP] = ENOTEMPTY, [SHEAF_ROOT] = EBUSY};
  struct sheaf_place place = sheaf_look_up(name);
  if (place.folder_error) return sheaf_missing(place, name);
  if (place.last != SHEAF_NAME) return refuse(errors[place.last]);
  if (!place.named) return sheaf_missing(place, name);
  if (!sheaf_may_name(place)) return -1;
  if (!S_ISDIR(place.named->mode)) return refuse(ENOTDIR);
  if (!is_empty(place.named)) return refuse(ENOTEMPTY);
  sheaf_touch_folder(place);
  place.named->name = NULL;
  return 0;
}

int unlinkat(int folder, const char *name, int flags) {
  if (flags & ~AT_REMOVEDIR) return refuse(EINVAL);
  const char *whole = sheaf_name_at(folder, name);
  if (!whole) return -1;
  return flags & AT_REMOVEDIR ? rmdir(whole) : unlink(whole);
}

int remove(const char *name) { return !unlink(name) || (errno == EISDIR && !rmdir(name)) ? 0 : -1; }

/* Devices have a file system of their own. */
static int is_of_devices(const struct sheaf_node *folder) { return folder && folder->name && !strcmp(folder->name, "dev"); }

static int are_apart(struct sheaf_place left, struct sheaf_place right) {
  return is_of_devices(left.folder) != is_of_devices(right.folder);
}

/* Whether this is the folder, or below it. */
static int is_within(const struct sheaf_node *folder, const struct sheaf_node *node) {
  return node && (folder == node || below(folder, node));
}

/* The error of renaming a file, in the order in which Linux finds them; 0 if it is possible. */
static int rename_error(struct sheaf_place from, struct sheaf_place to) {
  struct sheaf_node *node = from.named, *target = to.named;
  int is_folder = S_ISDIR(node->mode);
  if (!is_folder && (from.is_folder || to.is_folder)) return ENOTDIR;
  if (is_within(node, to.folder)) return EINVAL;
  if (target && is_within(target, from.folder)) return ENOTEMPTY;
  if (!sheaf_may_name(from) || !sheaf_may_name(to)) return EACCES;
  if (target && is_folder && !S_ISDIR(target->mode)) return ENOTDIR;
  if (target && !is_folder && S_ISDIR(target->mode)) return EISDIR;
  if (is_folder && from.folder != to.folder && !sheaf_may(node, W_OK)) return EACCES;
  return target && is_folder && !is_empty(target) ? ENOTEMPTY : 0;
}

/* The content of a folder moves with it. */
static void rename_content(const struct sheaf_node *folder, const char *name) {
  for (struct sheaf_node *inner = sheaf_next(NULL); inner; inner = sheaf_next(inner)) {
    const char *rest = below(folder, inner);
    if (!rest) continue;
    size_t length = strlen(name), bytes = strlen(rest) + 1;
    char *moved = __sheaf_model_alloc(length + 1 + bytes);
    __builtin_memcpy(moved, name, length);
    moved[length] = '/';
    __builtin_memcpy(moved + length + 1, rest, bytes);
    inner->name = moved;
  }
}

int rename(const char *old, const char *new) {
  struct sheaf_place from = sheaf_look_up(old), to = sheaf_look_up(new);
  if (from.folder_error) return sheaf_missing(from, old);
  if (to.folder_error) return sheaf_missing(to, new);
  if (are_apart(from, to)) return refuse(EXDEV);
  if (from.last != SHEAF_NAME || to.last != SHEAF_NAME) return refuse(EBUSY);
  if (!from.named) return sheaf_missing(from, old);
  struct sheaf_node *node = from.named;
  int is_folder = S_ISDIR(node->mode);
  if (to.named == node && (is_folder || !(from.is_folder || to.is_folder))) return 0;
  int error = rename_error(from, to);
  if (error) return refuse(error);
  const char *name = sheaf_new_name(new);
  if (to.named) to.named->name = NULL;
  if (is_folder) rename_content(node, name);
  node->name = name;
  sheaf_touch_folder(from);
  sheaf_touch_folder(to);
  sheaf_touch(node, SHEAF_CHANGED);
  return 0;
}

int renameat(int old_folder, const char *old, int new_folder, const char *new) {
  const char *from = sheaf_name_at(old_folder, old), *to = from ? sheaf_name_at(new_folder, new) : NULL;
  return to ? rename(from, to) : -1;
}

/* There are no links; where one is made, the path ends. */

static int refuse_link(struct sheaf_place place, const char *name) {
  if (place.folder_error) return sheaf_missing(place, name);
  if (place.last != SHEAF_NAME || place.named) return refuse(EEXIST);
  if (place.is_folder) return refuse(ENOENT);
  if (!sheaf_may_name(place)) return -1;
  __sheaf_unmodelled("links of files");
}

int link(const char *old, const char *new) {
  struct sheaf_place from = sheaf_look_up(old), to = sheaf_look_up(new);
  if (!from.node) return sheaf_missing(from, old);
  int can_create = !to.folder_error && to.last == SHEAF_NAME && !to.named && !to.is_folder;
  if (can_create && are_apart(from, to)) return refuse(EXDEV);
  if (can_create && sheaf_may_name(to) && S_ISDIR(from.node->mode)) return refuse(EPERM);
  return refuse_link(to, new);
}

int linkat(int old_folder, const char *old, int new_folder, const char *new, int flags) {
  if (flags & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH)) return refuse(EINVAL);
  const char *from = sheaf_name_at(old_folder, old), *to = from ? sheaf_name_at(new_folder, new) : NULL;
  return to ? link(from, to) : -1;
}

int symlink(const char *content, const char *name) { return *content ? refuse_link(sheaf_look_up(name), name) : refuse(ENOENT); }

int symlinkat(const char *content, int folder, const char *name) {
  const char *whole = sheaf_name_at(folder, name);
  return whole ? symlink(content, whole) : -1;
}

ssize_t readlink(const char *name, char *buffer, size_t size) {
  if ((ssize_t)size <= 0) return refuse(EINVAL);
  return sheaf_find_or_note(name) ? refuse(EINVAL) : -1;
}

ssize_t readlinkat(int folder, const char *name, char *buffer, size_t size) {
  const char *whole = sheaf_name_at(folder, name);
  return whole ? readlink(whole, buffer, size) : -1;
}

/* The working directory. */

/* The name of a file from the root on, in a buffer of this size, or a new one if that is NULL; a
 * size of 0 is enough. */
static char *whole_name(const struct sheaf_node *node, char *buffer, size_t size) {
  if (!node->name) {
    errno = ENOENT;
    return NULL;
  }
  sheaf_assume_working(node);
  size_t bytes = strlen(node->name) + 1;
  if (size && size < bytes + 1) {
    errno = ERANGE;
    return NULL;
  }
  if (!buffer) buffer = malloc(size ? size : bytes + 1);
  if (!buffer) return NULL;
  buffer[0] = '/';
  __builtin_memcpy(buffer + 1, node->name, bytes);
  return buffer;
}

char *getcwd(char *buffer, size_t size) {
  if (buffer && !size) {
    errno = EINVAL;
    return NULL;
  }
  sheaf_next(NULL);
  return whole_name(sheaf_working, buffer, size);
}

char *get_current_dir_name(void) { return getcwd(NULL, 0); }

static int change_folder(struct sheaf_node *node) {
  if (!S_ISDIR(node->mode)) return refuse(ENOTDIR);
  if (!sheaf_may(node, X_OK)) return refuse(EACCES);
  sheaf_working = node;
  return 0;
}

int chdir(const char *name) {
  struct sheaf_node *node = sheaf_find_or_note(name);
  return node ? change_folder(node) : -1;
}

int fchdir(int file) {
  struct sheaf_open *open = sheaf_opened(file);
  return open ? change_folder(open->node) : -1;
}

/* Stores the name up to the part that is missing or may not be looked up, as glibc does. */
static void copy_until_missing(const char *name, char *buffer) {
  char prefix[strlen(name) + 1];
  size_t n = 0, part;
  do {
    while (name[n] == '/') prefix[n] = name[n], n++;
    for (part = n; name[n] && name[n] != '/'; n++) prefix[n] = name[n];
    prefix[n] = 0;
  } while (name[n] && sheaf_find(prefix));
  if (!strcmp(prefix + part, ".") || !strcmp(prefix + part, "..")) __sheaf_unmodelled("what realpath stores of a folder that may not be used");
  if (*name != '/') sheaf_assume_working(sheaf_working);
  const char *whole = sheaf_new_name(prefix);
  buffer[0] = '/';
  __builtin_memcpy(buffer + 1, whole, strlen(whole) + 1);
}

char *realpath(const char *restrict name, char *restrict buffer) {
  if (!name) {
    errno = EINVAL;
    return NULL;
  }
  struct sheaf_node *node = sheaf_find_or_note(name);
  if (!node) {
    if (buffer && *name && (errno == ENOENT || errno == EACCES)) copy_until_missing(name, buffer);
    return NULL;
  }
  int has_names = strspn(name, "./") < strlen(name); /* then glibc looks for links, of which there are none */
  buffer = whole_name(node, buffer, 0);
  if (buffer && has_names) errno = EINVAL;
  return buffer;
}

char *canonicalize_file_name(const char *name) { return realpath(name, NULL); }
