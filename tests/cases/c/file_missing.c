// A file that nobody gave is not there, and that is a reason; one that the program makes is no reason.
// expect: incomplete unmodelled-call
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
int main(void) {
  assert(!fopen("settings", "r") && errno == ENOENT);
  struct stat status;
  FILE *own = fopen("own", "w");
  assert(own && fputs("text", own) == 1 && fclose(own) == 0);
  assert(stat("own", &status) == 0 && status.st_size == 4);
  return 0;
}
