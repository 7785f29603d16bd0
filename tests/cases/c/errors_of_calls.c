// Calls that are refused say so, and what was set is asked for again.
// expect: safe
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
static int failed(long result, int error) {
  int was = errno;
  errno = 0;
  return result == -1 && was == error;
}
int main(void) {
  struct timespec now;
  char place[8];
  int file = open("new", O_CREAT | O_RDWR | O_EXCL, 0600);
  assert(file >= 0 && failed(clock_gettime(99, &now), EINVAL) && failed(clock_getres(99, NULL), EINVAL));
  assert(fcntl(file, F_GETFD) == 0 && fcntl(file, F_SETFD, FD_CLOEXEC) == 0 && fcntl(file, F_GETFD) == FD_CLOEXEC);
  assert(fcntl(dup(file), F_GETFD) == 0 && failed(fcntl(file, 9999), EINVAL));
  assert(!getcwd(place, 0) && errno == EINVAL && !getcwd(place, 1) && errno == ERANGE);
  assert(failed(open("new/inner", O_RDONLY), ENOTDIR) && failed(open("new/", O_RDONLY), ENOTDIR));
  assert(!mkdir("folder", 0700) && close(creat("folder/inner", 0600)) == 0 && failed(rmdir("folder"), ENOTEMPTY));
  assert(!rename("folder", "moved") && !access("moved/inner", R_OK) && failed(rename("moved", "moved/x"), EINVAL));
  assert(!unlink("moved/inner") && !rmdir("moved") && !malloc(-1ul) && errno == ENOMEM);
  return 0;
}
