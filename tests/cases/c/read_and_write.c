// Writing after a short read goes on where the read ended.
// options: --file data,3
// expect: safe
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  char text[8];
  int file = open("data", O_RDWR);
  ssize_t n = read(file, text, 2);
  assert(write(file, "xy", 2) == 2);
  assert(lseek(file, 0, SEEK_CUR) == n + 2);
  assert(lseek(file, 0, SEEK_SET) == 0);
  ssize_t all = read(file, text, sizeof text);
  assert(all == n + 2 && text[n] == 'x' && text[n + 1] == 'y');
  return 0;
}
