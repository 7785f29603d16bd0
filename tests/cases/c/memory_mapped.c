// Memory that is mapped: zero, in whole pages, and gone when it is unmapped. A private mapping of a file is a copy of it.
// options: --file in,6
// expect: bug out-of-bounds @26
// expect: bug use-after-free @31
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <klee/klee.h>
int main(void) {
  assert(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
  char *p = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(p != MAP_FAILED && (uintptr_t)p % 4096 == 0 && !p[0] && !p[8191]);
  int file = open("in", O_RDONLY);
  struct stat about;
  assert(file >= 0 && !fstat(file, &about));
  if (about.st_size) {
    char *text = mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0), byte;
    assert(pread(file, &byte, 1, 0) == 1 && text[0] == byte && text[4095] == 0);
    text[0] ^= 1;
    assert(pread(file, &byte, 1, 0) == 1 && text[0] == (byte ^ 1));
    int far = klee_int("far") == 5;
    text[0] = text[4095 + far];
    assert(munmap(text, (size_t)about.st_size) == 0);
  }
  assert(munmap(p, 5000) == 0);
  if (about.st_size == 2)
    p[1] = 1;
  return 0;
}
