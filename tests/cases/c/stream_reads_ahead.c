// A stream reads a whole buffer: what it has read ahead is not there for the descriptor, and the
// position of the descriptor is behind it until `fflush`.
// options: --file data,6
// expect: safe
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char rest[8];
  struct stat status;
  FILE *file = fopen("data", "r");
  int first = fgetc(file);
  if (first == EOF) return 0;
  assert(!stat("data", &status));
  assert(read(fileno(file), rest, sizeof rest) == 0);
  assert(lseek(fileno(file), 0, SEEK_CUR) == status.st_size);
  assert(ftell(file) == 1);
  fflush(file);
  assert(lseek(fileno(file), 0, SEEK_CUR) == 1);
  assert(read(fileno(file), rest, sizeof rest) == status.st_size - 1);
}
