// Files that the program makes: reading back, appending, places, sharing of open files, removal.
// expect: safe
// run: exit 0
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  char buffer[16] = {0};
  int number = 1234, read_back = 0;
  int file = open("/tmp/a", O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert(file == 3 && write(file, "hello", 5) == 5 && lseek(file, 1, SEEK_SET) == 1);
  assert(read(file, buffer, 3) == 3 && !strcmp(buffer, "ell"));
  int other = dup(file);
  assert(read(other, buffer, 10) == 1 && buffer[0] == 'o' && read(file, buffer, 1) == 0);
  assert(lseek(file, 8, SEEK_SET) == 8 && write(file, "!", 1) == 1 && pread(file, buffer, 9, 0) == 9);
  assert(!memcmp(buffer, "hello\0\0\0!", 9));
  assert(close(file) == 0 && close(file) == -1 && errno == EBADF && close(other) == 0);
  assert(open("../a", O_CREAT | O_EXCL | O_WRONLY, 0600) == -1 && errno == EEXIST);
  FILE *stream = fopen("/tmp/a", "a+");
  assert(stream && fprintf(stream, "%d\n", number) == 5 && fseek(stream, 9, SEEK_SET) == 0);
  assert(fscanf(stream, "%d", &read_back) == 1 && read_back == number);
  assert(fclose(stream) == 0 && rename("/tmp/a", "b") == 0 && access("b", R_OK) == 0 && unlink("b") == 0);
  FILE *nameless = tmpfile();
  assert(nameless && fwrite("xyz", 1, 3, nameless) == 3 && fseek(nameless, -1, SEEK_END) == 0 && fgetc(nameless) == 'z');
  assert(fclose(nameless) == 0);
  return 0;
}
