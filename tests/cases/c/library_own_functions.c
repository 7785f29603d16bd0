// A program's own `exit` is called where the program calls it, not when `main` returns; of the library's own calls, only those of the
// allocator are the program's. So it is natively, where the C library is a shared one.
// expect: safe
// run: exit 3
// output: at the end
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int allocations;
static char pool[256];
void *malloc(size_t bytes) { return allocations++, pool; }
void free(void *start) {}
void exit(int status) { assert(0); }
int atexit(void (*function)(void)) { assert(0); return 0; }
size_t strlen(const char *text) { assert(0); return 0; }
__attribute__((destructor)) static void at_end(void) { puts("at the end"); }
int main(void) {
  char *copy = strdup("copy");
  assert(copy == pool && allocations == 1 && copy[4] == 0);
  return 3;
}
