// mknod and mkfifo create files by their type; devices need the superuser. There is one processor.
// options: --file in,4
// expect: bug assertion @40
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
static int failed(int result, int error) { return result == -1 && errno == error; }
static mode_t mode_of(const char *name) {
  struct stat status;
  assert(lstat(name, &status) == 0);
  return status.st_mode;
}
int main(void) {
  umask(027);
  assert(mkfifo("pipe", 0666) == 0 && mode_of("pipe") == (S_IFIFO | 0640));
  assert(failed(mkfifo("pipe", 0666), EEXIST) && failed(mkfifo("in", 0666), EEXIST));
  assert(failed(mkfifo("in/pipe", 0666), ENOTDIR) && failed(mkfifo("other/", 0666), ENOENT));
  assert(mknod("file", 0600, 0) == 0 && mode_of("file") == (S_IFREG | 0600));
  assert(mknodat(AT_FDCWD, "socket", S_IFSOCK | 0600, 0) == 0 && S_ISSOCK(mode_of("socket")));
  assert(failed(open("socket", O_RDONLY), ENXIO));
  assert(failed(mknod("folder", S_IFDIR | 0700, 0), EPERM) && failed(mknod("link", S_IFLNK | 0700, 0), EINVAL));
  assert(geteuid() == 0 || failed(mknod("device", S_IFCHR | 0600, makedev(1, 3)), EPERM));
  assert(failed(mknod("file", S_IFBLK | 0600, makedev(1, 3)), EEXIST));
  dev_t device = makedev(4099, 1025);
  assert(major(device) == 4099 && minor(device) == 1025);
  assert(unlink("pipe") == 0 && unlink("file") == 0 && unlink("socket") == 0);

  cpu_set_t processors;
  assert(sched_getaffinity(0, sizeof processors, &processors) == 0);
  int count = CPU_COUNT(&processors);
  assert(count >= 1);
  int wanted;
  klee_make_symbolic(&wanted, sizeof wanted, "wanted");
  if (wanted == 2) assert(mkfifo("pipe", 0600) == -1);
  return 0;
}
