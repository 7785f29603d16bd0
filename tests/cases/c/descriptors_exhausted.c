// Without a free descriptor, `open` creates no file; the holes of a file are not modelled.
// expect: incomplete unmodelled-call
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct rlimit limit;
  assert(!getrlimit(RLIMIT_NOFILE, &limit));
  limit.rlim_cur = 3;
  assert(!setrlimit(RLIMIT_NOFILE, &limit));
  assert(open("new", O_CREAT | O_RDWR, 0600) == -1 && errno == EMFILE);
  limit.rlim_cur = 4;
  assert(!setrlimit(RLIMIT_NOFILE, &limit));
  int file = open("new", O_CREAT | O_EXCL | O_RDWR, 0600);
  assert(file == 3);
  lseek(file, 0, SEEK_HOLE);
}
