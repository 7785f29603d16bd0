// A symbolic file of up to two bytes, through both layers.
// options: --file data.txt,2
// expect: bug assertion @17
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat status;
  assert(stat("./data.txt", &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= 2);
  FILE *file = fopen("data.txt", "r");
  assert(file && fseek(file, 0, SEEK_END) == 0 && ftell(file) == status.st_size);
  rewind(file);
  int c = fgetc(file), d = fgetc(file);
  assert((c == EOF) == (status.st_size == 0) && (d == EOF) == (status.st_size < 2));
  assert(!(c == 'h' && d == 'i'));
  assert(fclose(file) == 0 && open("data.txt", O_CREAT | O_EXCL | O_WRONLY, 0600) == -1);
  return 0;
}
