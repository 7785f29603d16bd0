// statx and statfs agree with stat; poll and select find files ready; links are refused where one exists.
// options: --file in,4
// expect: bug assertion @63
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>
static int failed(int result, int error) { return result == -1 && errno == error; }
int main(void) {
  int file = open("in", O_RDONLY);
  struct stat status;
  struct statx extended;
  assert(fstat(file, &status) == 0);
  assert(statx(AT_FDCWD, "in", 0, STATX_BASIC_STATS, &extended) == 0 && (extended.stx_mask & STATX_SIZE));
  assert(extended.stx_size == (unsigned long)status.st_size && extended.stx_mode == status.st_mode);
  assert(extended.stx_ino == status.st_ino && extended.stx_nlink == status.st_nlink);
  memset(&extended, 0, sizeof extended);
  assert(statx(file, "", AT_EMPTY_PATH, STATX_BASIC_STATS, &extended) == 0 && extended.stx_ino == status.st_ino);
  assert(extended.stx_uid == status.st_uid && extended.stx_blksize == (unsigned)status.st_blksize);
  assert(failed(statx(AT_FDCWD, "", 0, STATX_BASIC_STATS, &extended), ENOENT));

  struct statfs system;
  struct statvfs other;
  assert(statfs(".", &system) == 0 && system.f_bsize > 0 && system.f_bfree <= system.f_blocks);
  assert(fstatfs(file, &system) == 0 && fstatvfs(file, &other) == 0 && other.f_namemax == 255);
  assert(failed(fstatfs(99, &system), EBADF));

  struct pollfd files[] = {{file, POLLIN | POLLOUT, 0}, {-1, POLLIN, 0}, {99, POLLIN, 0}};
  assert(poll(files, 3, 0) == 2 && (files[0].revents & POLLIN) && !files[1].revents && files[2].revents == POLLNVAL);
  fd_set set;
  FD_ZERO(&set);
  FD_SET(file, &set);
  assert(select(file + 1, &set, NULL, NULL, &(struct timeval){0}) == 1 && FD_ISSET(file, &set));
  FD_SET(60, &set);
  assert(failed(select(61, &set, NULL, NULL, &(struct timeval){0}), EBADF));

  assert(failed(link("in", "in"), EEXIST) && failed(symlink("", "new"), ENOENT) && failed(symlink("to", "in"), EEXIST));
  assert(failed(symlink("to", "in/new"), ENOTDIR));

  // Bits beyond the count, times and states of pipes, as Linux has them.
  FD_ZERO(&set);
  FD_SET(file, &set);
  struct timeval time = {0, 1000};
  assert(select(file, &set, NULL, NULL, &time) == 0 && !FD_ISSET(file, &set) && !time.tv_usec);
  assert(failed(select(1, NULL, NULL, NULL, &(struct timeval){-1, 0}), EINVAL));
  assert(failed(ppoll(files, 1, &(struct timespec){0, 1000000000}, NULL), EINVAL));
  assert(failed(statx(file, "", 0, STATX_SIZE, &extended), ENOENT));
  assert(failed(statx(file, "", AT_EMPTY_PATH, 1u << 31, &extended), EINVAL));
  assert(statx(AT_FDCWD, "", AT_EMPTY_PATH, STATX_TYPE, &extended) == 0 && S_ISDIR(extended.stx_mode));
  assert(failed(stat("in/../in", &status), ENOTDIR));
  cpu_set_t processors;
  assert(failed(sched_getaffinity(99999999, sizeof processors, &processors), ESRCH));
  char byte;
  assert(read(file, &byte, 1) < 1 || byte != 'x');
  return 0;
}
