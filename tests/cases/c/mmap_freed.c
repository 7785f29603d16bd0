// A mapping is no object of the heap.
// expect: bug invalid-free @9
// expect: bug invalid-free @10
#include <klee/klee.h>
#include <stdlib.h>
#include <sys/mman.h>
int main(void) {
  char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (klee_range(0, 2, "freed")) free(page);
  else page = realloc(page, 5000);
  return 0;
}
