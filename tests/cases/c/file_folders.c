// The names in a folder: those that were given, those that the program makes, and folders; not what lies below these.
// options: --file in,4 --file sub/inner,2 --enable leak
// expect: bug leak @36
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int count(const char *name, const char *wanted) {
  DIR *folder = opendir(name);
  int entries = 0, found = 0;
  if (!folder) return -1;
  for (struct dirent *entry; (entry = readdir(folder)); entries++) {
    found |= !strcmp(entry->d_name, wanted);
    if (!strcmp(entry->d_name, "sub")) assert(entry->d_type == DT_DIR);
  }
  assert(!readdir(folder));
  rewinddir(folder);
  assert(readdir(folder));
  assert(closedir(folder) == 0);
  return found ? entries : -2;
}
int main(void) {
  assert(count("in", "x") == -1 && errno == ENOTDIR);
  int before = count(".", "in");
  assert(before >= 3 && count("/", "own") == -2);
  assert(mkdir("sub", 0700) == -1 && errno == EEXIST);
  close(open("./own", O_WRONLY | O_CREAT, 0600));
  assert(count(".", "own") == before + 1 && count("sub", "inner") == 3);
  unlink("own");
  assert(count(".", "own") == -2);
  struct dirent **row;
  int entries = scandir("sub", &row, NULL, alphasort);
  assert(entries == 3 && !strcmp(row[0]->d_name, ".") && !strcmp(row[2]->d_name, "inner"));
  free(row);
  return 0;
}
