// expect: safe
// The empty name is no file, and not the root either, whether it is known to be empty or an input.
// options: --args 1,1
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static void nothing(const char *name) {
  struct stat about;
  errno = 0;
  assert(open(name, O_RDONLY) == -1 && errno == ENOENT);
  errno = 0;
  assert(!fopen(name, "r") && errno == ENOENT);
  assert(!fopen(name, "w"));
  assert(stat(name, &about) == -1 && access(name, F_OK) == -1 && unlink(name) == -1);
}
int main(int argc, char **argv) {
  nothing("");
  if (argc == 2 && !argv[1][0]) nothing(argv[1]);
  struct stat about;
  assert(stat("/", &about) == 0 && S_ISDIR(about.st_mode));
  assert(stat(".", &about) == 0 && S_ISDIR(about.st_mode));
  return 0;
}
