// The usual limit of descriptors is 1024, until the program sets another one.
// expect: safe
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>
int main(void) {
  assert(dup2(0, 500) == 500 && fcntl(0, F_DUPFD, 600) == 600);
  for (int i = 0; i < 100; i++) assert(open("/dev/null", O_RDONLY) >= 0);
  struct pollfd files[100];
  for (int i = 0; i < 100; i++) files[i] = (struct pollfd){.fd = -1};
  assert(poll(files, 100, 0) == 0);
  assert(!setrlimit(RLIMIT_NOFILE, &(struct rlimit){256, 256}));
  assert(sysconf(_SC_OPEN_MAX) == 256 && getdtablesize() == 256);
  assert(dup2(0, 255) == 255);
  assert(dup2(0, 256) == -1 && errno == EBADF);
  assert(fcntl(0, F_DUPFD, 256) == -1 && errno == EINVAL);
  assert(fcntl(0, F_DUPFD, 255) == -1 && errno == EMFILE);
  return 0;
}
