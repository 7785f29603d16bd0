/* sys/stat.h: file status. */
/* Without _GNU_SOURCE, which declares `stat64` with a different type. */
#define _DEFAULT_SOURCE
#include "environment.h"
#include "files.h"
#include "sheaf.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#define AT_EMPTY_PATH 0x1000
#define AT_NO_AUTOMOUNT 0x800

static const int stat_errors[] = {EACCES, EIO, 0};

static int refuse(int error) {
  errno = error;
  return -1;
}

/* The size of a folder on a small ext4. */
enum { FOLDER = 4096 };

static struct timespec timespec_of(struct sheaf_time time) { return (struct timespec){SHEAF_START + time.seconds, time.nanoseconds}; }

/* A folder has one more for itself, and one for each folder in it. */
static nlink_t links_of(const struct sheaf_node *node) {
  if (!S_ISDIR(node->mode)) return node->name || !S_ISREG(node->mode);
  nlink_t count = node->name ? 2 : 0;
  for (struct sheaf_node *inner = sheaf_next(NULL); inner; inner = sheaf_next(inner))
    count += node->name && S_ISDIR(inner->mode) && sheaf_name_in(inner, node->name);
  return count;
}

/* Devices have a file system of their own. */
static dev_t system_of(const struct sheaf_node *node) {
  const char *name = node->name;
  return name && !strncmp(name, "dev", 3) && (!name[3] || name[3] == '/') ? 2 : 1;
}

static int fill(struct sheaf_node *node, struct stat *result) {
  *result = (struct stat){0};
  result->st_dev = system_of(node);
  result->st_ino = node->number;
  result->st_nlink = links_of(node);
  result->st_mode = node->mode;
  result->st_uid = node->is_others ? 0 : getuid();
  result->st_gid = node->is_others ? 0 : getgid();
  result->st_size = S_ISREG(node->mode) ? (off_t)sheaf_size(node) : S_ISDIR(node->mode) ? FOLDER : 0;
  result->st_blksize = 4096;
  result->st_blocks = (result->st_size + 4095) / 4096 * 8;
  result->st_rdev = node->null ? gnu_dev_makedev(1, 3) : 0;
  result->st_atim = timespec_of(node->accessed);
  result->st_mtim = timespec_of(node->modified);
  result->st_ctim = timespec_of(node->changed);
  return 0;
}

int stat(const char *restrict name, struct stat *restrict result) {
  if (sheaf_call_fails("stat", stat_errors)) return -1;
  struct sheaf_node *node = sheaf_find_or_note(name);
  return node ? fill(node, result) : -1;
}

int fstat(int file, struct stat *result) {
  struct sheaf_open *open = sheaf_opened(file);
  return open && !sheaf_call_fails("fstat", stat_errors) ? fill(open->node, result) : -1;
}

/* There are no links. */
int lstat(const char *restrict name, struct stat *restrict result) { return stat(name, result); }

int fstatat(int folder, const char *restrict name, struct stat *restrict result, int flags) {
  if (flags & ~(AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT)) return refuse(EINVAL);
  if (!*name && !(flags & AT_EMPTY_PATH)) return refuse(ENOENT);
  if (!*name) return folder == AT_FDCWD ? stat(".", result) : fstat(folder, result);
  const char *whole = sheaf_name_at(folder, name);
  return whole ? stat(whole, result) : -1;
}

int stat64(const char *name, struct stat *result) { return stat(name, result); }
int fstat64(int file, struct stat *result) { return fstat(file, result); }
int lstat64(const char *name, struct stat *result) { return stat(name, result); }
int fstatat64(int folder, const char *name, struct stat *result, int flags) { return fstatat(folder, name, result, flags); }

/* statx, whose structure is declared with _GNU_SOURCE only. */

struct statx_time {
  long long seconds;
  unsigned int nanoseconds;
  int padding;
};

struct statx {
  unsigned int mask, block;
  unsigned long long attributes;
  unsigned int links, user, group;
  unsigned short mode, padding;
  unsigned long long number, size, blocks, known_attributes;
  struct statx_time accessed, born, changed, modified;
  unsigned int own_major, own_minor, major, minor;
  unsigned long long rest[14];
};

static const unsigned int BASIC = 0x7ff, RESERVED = 0x80000000;
static const int SYNCHRONISATION = 0x6000;

static struct statx_time time_of(const struct timespec *time) { return (struct statx_time){time->tv_sec, (unsigned int)time->tv_nsec, 0}; }

int statx(int folder, const char *restrict name, int flags, unsigned int mask, struct statx *restrict result) {
  struct stat status;
  if (mask & RESERVED || (flags & SYNCHRONISATION) == SYNCHRONISATION) return refuse(EINVAL);
  /* How attributes are synchronised makes no difference. */
  if (fstatat(folder, name, &status, flags & ~SYNCHRONISATION)) return -1;
  *result = (struct statx){
      .mask = BASIC,
      .block = (unsigned int)status.st_blksize,
      .links = (unsigned int)status.st_nlink,
      .user = status.st_uid,
      .group = status.st_gid,
      .mode = (unsigned short)status.st_mode,
      .number = status.st_ino,
      .size = (unsigned long long)status.st_size,
      .blocks = (unsigned long long)status.st_blocks,
      .accessed = time_of(&status.st_atim),
      .changed = time_of(&status.st_ctim),
      .modified = time_of(&status.st_mtim),
      .major = gnu_dev_major(status.st_dev),
      .minor = gnu_dev_minor(status.st_dev),
  };
  return 0;
}

/* The names in older headers. */
int __xstat(int version, const char *name, struct stat *result) { return stat(name, result); }
int __fxstat(int version, int file, struct stat *result) { return fstat(file, result); }
int __lxstat(int version, const char *name, struct stat *result) { return stat(name, result); }
int __xstat64(int version, const char *name, struct stat *result) { return stat(name, result); }
int __fxstat64(int version, int file, struct stat *result) { return fstat(file, result); }
int __lxstat64(int version, const char *name, struct stat *result) { return stat(name, result); }

static int set_mode(struct sheaf_node *node, mode_t mode) {
  if (!node) return -1;
  if (node->is_others) return refuse(EPERM);
  node->mode = (node->mode & S_IFMT) | (mode & 07777);
  sheaf_touch(node, SHEAF_CHANGED);
  return 0;
}

int chmod(const char *name, mode_t mode) { return set_mode(sheaf_find_or_note(name), mode); }
int lchmod(const char *name, mode_t mode) { return chmod(name, mode); }

int fchmodat(int folder, const char *name, mode_t mode, int flags) {
  if (flags & ~AT_SYMLINK_NOFOLLOW) return refuse(EINVAL);
  const char *whole = sheaf_name_at(folder, name);
  return whole ? chmod(whole, mode) : -1;
}

int fchmod(int file, mode_t mode) {
  struct sheaf_open *open = sheaf_opened(file);
  return open ? set_mode(open->node, mode) : -1;
}

/* The user cannot give away files. A file that is executed loses the right
 * to act for its owner. */
static int set_owner(struct sheaf_node *node, uid_t owner, gid_t group) {
  if (!node) return -1;
  if (node->is_others && (owner != (uid_t)-1 || group != (gid_t)-1)) return refuse(EPERM);
  if ((owner != (uid_t)-1 && owner != getuid()) || (group != (gid_t)-1 && group != getgid())) return refuse(EPERM);
  if (!S_ISDIR(node->mode)) node->mode &= ~(mode_t)(S_ISUID | (node->mode & S_IXGRP ? S_ISGID : 0));
  sheaf_touch(node, SHEAF_CHANGED);
  return 0;
}

int chown(const char *name, uid_t owner, gid_t group) { return set_owner(sheaf_find_or_note(name), owner, group); }
int lchown(const char *name, uid_t owner, gid_t group) { return chown(name, owner, group); }

int fchown(int file, uid_t owner, gid_t group) {
  struct sheaf_open *open = sheaf_opened(file);
  return open ? set_owner(open->node, owner, group) : -1;
}

int fchownat(int folder, const char *name, uid_t owner, gid_t group, int flags) {
  if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) return refuse(EINVAL);
  if (!*name && flags & AT_EMPTY_PATH && folder != AT_FDCWD) return fchown(folder, owner, group);
  const char *whole = sheaf_name_at(folder, !*name && flags & AT_EMPTY_PATH ? "." : name);
  return whole ? chown(whole, owner, group) : -1;
}

/* Setting times: that of the last access, and that of the last modification. */

static int is_time(const struct timespec *time) {
  return (time->tv_nsec >= 0 && time->tv_nsec < 1000000000) || time->tv_nsec == UTIME_NOW || time->tv_nsec == UTIME_OMIT;
}

static int are_times(const struct timespec *times) { return !times || (is_time(&times[0]) && is_time(&times[1])); }

/* Whether there is nothing to do, whatever the file. */
static int are_omitted(const struct timespec *times) { return times && times[0].tv_nsec == UTIME_OMIT && times[1].tv_nsec == UTIME_OMIT; }

/* ext4 stores seconds from the year 1901 to the year 2446. */
static void set_time(struct sheaf_time *to, const struct timespec *time) {
  const long long first = -2147483648, last = 15032385535;
  long long seconds = time->tv_sec < first ? first : time->tv_sec > last ? last : time->tv_sec;
  if (time->tv_nsec == UTIME_NOW) *to = sheaf_now();
  else if (time->tv_nsec != UTIME_OMIT) *to = (struct sheaf_time){seconds - SHEAF_START, seconds > first && seconds < last ? (int)time->tv_nsec : 0};
}

static int set_times(struct sheaf_node *node, const struct timespec *times) {
  static const struct timespec both_now[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
  if (!node) return -1;
  if (!are_times(times)) return refuse(EINVAL);
  if (!times) times = both_now;
  if (node->is_others && (times[0].tv_nsec != UTIME_NOW || times[1].tv_nsec != UTIME_NOW)) return refuse(EPERM);
  if (!sheaf_may(node, W_OK) && node->is_others) return refuse(EACCES);
  set_time(&node->accessed, &times[0]);
  set_time(&node->modified, &times[1]);
  sheaf_touch(node, SHEAF_CHANGED);
  return 0;
}

int futimens(int file, const struct timespec *times) {
  if (are_omitted(times)) return 0;
  struct sheaf_open *open = sheaf_opened(file);
  return open ? set_times(open->node, times) : -1;
}

int utimensat(int folder, const char *name, const struct timespec *times, int flags) {
  if (are_omitted(times)) return 0;
  if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) return refuse(EINVAL);
  if (!*name && flags & AT_EMPTY_PATH && folder != AT_FDCWD) return futimens(folder, times);
  const char *whole = sheaf_name_at(folder, !*name && flags & AT_EMPTY_PATH ? "." : name);
  return whole ? set_times(sheaf_find_or_note(whole), times) : -1;
}

/* The same in microseconds; NULL with `errno` set if they are invalid. */
static const struct timespec *precise(const struct timeval *times, struct timespec result[2]) {
  for (int i = 0; i < 2; i++) {
    if (times[i].tv_usec < 0 || times[i].tv_usec >= 1000000) {
      errno = EINVAL;
      return NULL;
    }
    result[i] = (struct timespec){times[i].tv_sec, times[i].tv_usec * 1000};
  }
  return result;
}

int futimesat(int folder, const char *name, const struct timeval *times) {
  struct timespec two[2];
  if (times && !precise(times, two)) return -1;
  const char *whole = sheaf_name_at(folder, name);
  return whole ? set_times(sheaf_find_or_note(whole), times ? two : NULL) : -1;
}

int utimes(const char *name, const struct timeval *times) { return futimesat(AT_FDCWD, name, times); }
int lutimes(const char *name, const struct timeval *times) { return utimes(name, times); }

int futimes(int file, const struct timeval *times) {
  struct timespec two[2];
  if (times && !precise(times, two)) return -1;
  return futimens(file, times ? two : NULL);
}

int utime(const char *name, const struct utimbuf *times) {
  struct timeval two[2] = {{times ? times->actime : 0, 0}, {times ? times->modtime : 0, 0}};
  return utimes(name, times ? two : NULL);
}

/* Creates a file of this type, with a mode without the bits of the mask. */
static int make(const char *name, mode_t type, mode_t mode) {
  struct sheaf_place place = sheaf_look_up(name);
  if (place.folder_error) return sheaf_missing(place, name);
  if (place.last != SHEAF_NAME || place.named) return refuse(EEXIST);
  if (place.is_folder && type != S_IFDIR) return refuse(ENOENT);
  if (!sheaf_may_name(place)) return -1;
  if (type == S_IFCHR || type == S_IFBLK) return refuse(EPERM); /* for anyone but the superuser */
  struct sheaf_node *node = sheaf_new_node(type | (mode & ~sheaf_mask()));
  node->name = sheaf_new_name(name);
  sheaf_touch_folder(place);
  return 0;
}

int mkdir(const char *name, mode_t mode) { return make(name, S_IFDIR, mode & 01777); }

int mkdirat(int folder, const char *name, mode_t mode) {
  const char *whole = sheaf_name_at(folder, name);
  return whole ? mkdir(whole, mode) : -1;
}

int mknod(const char *name, mode_t mode, dev_t device) {
  mode_t type = mode & S_IFMT;
  if (type == S_IFCHR && !device) __sheaf_unmodelled("a device with the number 0");
  switch (type) {
    case 0: return make(name, S_IFREG, mode & 07777);
    case S_IFREG:
    case S_IFIFO:
    case S_IFSOCK:
    case S_IFCHR:
    case S_IFBLK: return make(name, type, mode & 07777);
    case S_IFDIR: return refuse(EPERM);
    default: return refuse(EINVAL);
  }
}

int mknodat(int folder, const char *name, mode_t mode, dev_t device) {
  const char *whole = sheaf_name_at(folder, name);
  return whole ? mknod(whole, mode, device) : -1;
}

int mkfifo(const char *name, mode_t mode) { return mknod(name, (mode & ~S_IFMT) | S_IFIFO, 0); }
int mkfifoat(int folder, const char *name, mode_t mode) { return mknodat(folder, name, (mode & ~S_IFMT) | S_IFIFO, 0); }

/* Device numbers, as glibc composes them. */

dev_t gnu_dev_makedev(unsigned int major, unsigned int minor) {
  return ((dev_t)(major & 0xfffff000u) << 32) | ((dev_t)(major & 0xfffu) << 8) | ((dev_t)(minor & 0xffffff00u) << 12) |
         (minor & 0xffu);
}

unsigned int gnu_dev_major(dev_t device) { return (unsigned int)((device >> 32 & 0xfffff000u) | (device >> 8 & 0xfffu)); }
unsigned int gnu_dev_minor(dev_t device) { return (unsigned int)((device >> 12 & 0xffffff00u) | (device & 0xffu)); }
