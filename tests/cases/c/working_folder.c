// The working directory is a folder below /tmp that holds the files of --file; it can be left and changed.
// options: --file A,2 --file sub/B,1 --args 1,2
// expect: bug assertion @30
// expect: incomplete unmodelled-call
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static ino_t number(const char *name) { struct stat about; return stat(name, &about) ? 0 : about.st_ino; }
int main(int argc, char **argv) {
  char place[64], *real = realpath("sub/../A", NULL);
  assert(getcwd(place, sizeof place) && strcmp(place, "/tmp/sheaf") == 0);
  assert(real && strcmp(real, "/tmp/sheaf/A") == 0 && number(real) == number("A") && number("A"));
  free(real);
  assert(number("../..") == number("/") && number("..") == number("/tmp") && number("..") != number("."));
  assert(number("../sheaf/sub/B") == number("sub/B") && number("/tmp/sheaf/./sub//B") == number("sub/B"));
  assert(open("/own", O_CREAT | O_WRONLY, 0600) == -1 && errno == EACCES && chmod("/tmp", 0700) == -1 && errno == EPERM);
  ino_t inner = number("sub/B"), outer = number(".");
  assert(chdir("sub") == 0 && number("B") == inner && number("..") == outer && chdir("B") == -1 && errno == ENOTDIR);
  int folder = open("..", O_RDONLY | O_DIRECTORY);
  assert(faccessat(folder, "A", R_OK, 0) == 0 && getcwd(place, sizeof place) && strcmp(place, "/tmp/sheaf/sub") == 0);
  assert(close(open("new", O_CREAT | O_WRONLY, 0600)) == 0 && fchdir(folder) == 0 && number("sub/new") && unlink("sub/new") == 0);
  close(folder);
  if (argc < 2) return 0;
  struct stat about;
  int is_folder = stat(argv[1], &about) == 0 && S_ISDIR(about.st_mode);
  assert(!is_folder || argv[1][0] == '/' || !argv[1][1]);
  return 0;
}
