// The right to search a folder is needed to look up a name in it, also `.` and `..`, but not to look up the
// folder itself, and not above the working directory.
// expect: safe
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* The error of a call, or 0. */
#define ERROR(call) (errno = 0, (call) < 0 ? errno : 0)

int main(void) {
  struct stat status;
  mkdir("d", 0755), mkdir("d/e", 0755), mkdir("d/e/f", 0755), close(creat("d/file", 0644));
  int folder = open("d", O_RDONLY);
  assert(!chdir("d") && !chmod(".", 0600));
  assert(ERROR(open(".", O_RDONLY)) == EACCES);
  assert(!opendir(".") && errno == EACCES);
  assert(ERROR(chmod(".", 0700)) == EACCES);
  assert(ERROR(stat("..", &status)) == EACCES);
  assert(ERROR(open("file", O_RDONLY)) == EACCES);
  assert(ERROR(mkdir("new", 0700)) == EACCES);
  assert(ERROR(mkdir(".", 0700)) == EACCES);
  assert(ERROR(openat(folder, "file", O_RDONLY)) == EACCES);
  assert(!fchmod(folder, 0700) && !stat(".", &status));
  /* In a folder below, what is above does not matter. */
  assert(!chdir("e") && !fchmod(folder, 0));
  assert(!mkdir("g", 0700) && !rmdir("g") && !access("f", F_OK));
  assert(ERROR(access("../e", F_OK)) == EACCES && !access("..", F_OK));
  assert(!fchmod(folder, 0700));
  /* A folder's names change only with the right to write; to move a folder, it must be writable. */
  assert(!chdir("..") && !chmod("e/f", 0500) && ERROR(rename("e/f", "f")) == EACCES && !rename("e/f", "e/g"));
  assert(!chmod(".", 0500));
  assert(ERROR(unlink("file")) == EACCES && ERROR(rmdir("e")) == EACCES && ERROR(rename("file", "x")) == EACCES);
  assert(ERROR(mkfifo("new", 0600)) == EACCES && ERROR(link("file", "new")) == EACCES && ERROR(symlink("file", "new")) == EACCES);
  assert(ERROR(open("new", O_CREAT | O_WRONLY, 0600)) == EACCES && ERROR(mkdir("e", 0700)) == EEXIST);
  assert(ERROR(open("file", O_CREAT | O_WRONLY, 0600)) == 0);
  assert(!chmod(".", 0700) && !chmod("file", 0) && ERROR(open("file", O_RDONLY)) == EACCES && ERROR(truncate("file", 0)) == EACCES);
  assert(!unlink("file"));
  return 0;
}
