// Objects are aligned as their types ask for, allocations to 16 bytes, and not further.
// expect: incomplete address-dependent
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>

static char buffer[10];

static void page(void) {
  char *p = malloc(2048);
  assert((uintptr_t)p % 1024 != 7 * 16);
  free(p);
}

static void rounded(void) {
  char *p = (char *)(((uintptr_t)buffer + 7) & ~(uintptr_t)7);
  *p = 1;
  assert(buffer[0] == 1);
}

static void bits(void) {
  int x;
  switch ((uintptr_t)&x >> 8 & 3) {
    case 3: assert(0);
  }
}

int main(void) {
  switch (klee_range(0, 3, "which")) {
    case 0: page(); break;
    case 1: rounded(); break;
    default: bits();
  }
}
