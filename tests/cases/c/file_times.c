// The times of a file are stored: by writing, by setting them, and by changing its state.
// options: --file in,4
// expect: bug assertion @43
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>
static struct stat of(const char *name) {
  struct stat status;
  assert(stat(name, &status) == 0);
  return status;
}
int main(void) {
  int file = open("new", O_RDWR | O_CREAT, 0600);
  struct stat first = of("new");
  assert(first.st_mtime == of("in").st_mtime && first.st_size == 0);
  sleep(10);
  assert(of("new").st_mtime == first.st_mtime && of("new").st_ctime == first.st_ctime);
  assert(write(file, "x", 1) == 1);
  assert(of("new").st_mtime >= first.st_mtime + 10 && of("new").st_atime == first.st_atime);
  struct timeval past[2] = {{1000, 1}, {2000, 999999}};
  assert(utimes("new", past) == 0);
  assert(of("new").st_atime == 1000 && of("new").st_mtim.tv_nsec == 999999000);
  assert(of("new").st_ctime >= first.st_ctime + 10);
  struct timespec some[2] = {{0, UTIME_OMIT}, {-5, 7}};
  assert(futimens(file, some) == 0 && of("new").st_atime == 1000 && of("new").st_mtime == -5);
  some[1].tv_nsec = 1000000000;
  assert(futimens(file, some) == -1 && errno == EINVAL);
  assert(utimensat(AT_FDCWD, "new", NULL, 0) == 0 && of("new").st_mtime >= first.st_mtime + 10);
  struct utimbuf both = {77, 78};
  assert(utime("new", &both) == 0 && of("new").st_atime == 77 && of("new").st_mtime == 78);
  past[0].tv_usec = 1000000;
  assert(utimes("new", past) == -1 && errno == EINVAL);
  sleep(10);
  assert(chmod("new", 0640) == 0 && of("new").st_mtime == 78 && of("new").st_ctime >= first.st_ctime + 20);
  char byte = 0;
  int in = open("in", O_RDONLY);
  read(in, &byte, 1);
  assert(byte != 'x');
  return 0;
}
