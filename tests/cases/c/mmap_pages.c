// Pages of a mapping can be protected, synchronised, locked and advised about.
// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
int main(void) {
  char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(pages[8191] == 0);
  assert(!mprotect(pages, 8192, PROT_READ | PROT_WRITE) && !mprotect(pages + 4096, 1, PROT_READ | PROT_WRITE));
  assert(mprotect(pages + 1, 0, PROT_READ) == -1 && errno == EINVAL && !mprotect(pages, 0, PROT_NONE));
  assert(!msync(pages + 4096, 4096, MS_SYNC) && !madvise(pages, 8192, MADV_RANDOM) && !madvise(pages, 0, MADV_NORMAL));
  assert(!mlock(pages + 5, 100) && !munlock(pages, 8192) && !posix_madvise(pages, 8192, POSIX_MADV_WILLNEED));
  assert(posix_madvise(pages + 1, 1, POSIX_MADV_NORMAL) == EINVAL && !posix_madvise(pages + 1, 1, POSIX_MADV_DONTNEED));
  return munmap(pages, 8192);
}
