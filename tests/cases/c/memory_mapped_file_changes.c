// A write to a file shows in its mappings, which are copies here: the path ends.
// options: --file in,6
// expect: incomplete unmodelled-call
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  int file = open("in", O_RDWR);
  char *text = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  if (text == MAP_FAILED) return 1;
  munmap(text, 4096);
  if (write(file, "a", 1) != 1) return 2;
  text = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  return write(file, "b", 1) == 1 && text[1] == 'b';
}
