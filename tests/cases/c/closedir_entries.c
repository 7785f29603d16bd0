// The entries of a folder end with its stream.
// expect: bug use-after-free @10
#include <dirent.h>
#include <klee/klee.h>
int main(void) {
  DIR *folder = opendir("/");
  struct dirent *entry = readdir(folder);
  int closed = klee_range(0, 2, "closed");
  if (closed) closedir(folder);
  return entry->d_name[0] != '.';
}
