// A stream that is opened once more is fully buffered, standard error too.
// expect: safe
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static long size(void) {
  struct stat status;
  assert(!stat("file", &status));
  return status.st_size;
}
int main(void) {
  FILE *file = fopen("file", "w");
  setvbuf(file, NULL, _IOLBF, 0);
  file = freopen("file", "w", file);
  fputs("x\n", file);
  assert(size() == 0);
  setvbuf(file, NULL, _IONBF, 0);
  assert(size() == 2);
  file = freopen("file", "a", file);
  fputs("x\n", file);
  assert(size() == 2);
  fclose(file);
  assert(size() == 4);
  file = freopen("file", "w", stderr);
  fputs("x\n", stderr);
  assert(size() == 0);
}
