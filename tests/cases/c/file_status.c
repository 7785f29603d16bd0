// statx and statfs agree with stat; poll and select find files ready; there are no links.
// options: --file in,4
// expect: bug assertion @53
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <iconv.h>
#include <klee/klee.h>
#include <poll.h>
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
  iconv_t conversion = iconv_open("no such character set", "ASCII");
  assert(conversion == (iconv_t)-1 && errno == EINVAL);
  // The verdict says that links and conversions exist elsewhere.
  char byte;
  assert(read(file, &byte, 1) < 1 || byte != 'x');
  return 0;
}
