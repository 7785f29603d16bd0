// Reading where no byte is leaves the place as it is; a file that grows meanwhile is read on from
// where the read before ended.
// options: --file data,4
// expect: safe
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  char text[8];
  int file = open("data", O_RDONLY), other = open("data", O_RDWR | O_APPEND);
  assert(lseek(file, 2, SEEK_SET) == 2);
  ssize_t n = read(file, text, 1);
  assert(lseek(file, 0, SEEK_CUR) == 2 + n);
  assert(lseek(file, 0, SEEK_SET) == 0);
  n = read(file, text, 2);
  assert(write(other, "xyz", 3) == 3);
  if (n == 1) assert(read(file, text, 1) == 1 && text[0] == 'x');
  else assert(lseek(file, 0, SEEK_CUR) == n);
  return 0;
}
