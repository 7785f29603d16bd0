// Addresses have more than 32 bits: a pointer that was cut to them leads nowhere.
// expect: bug out-of-bounds @13
// expect: bug out-of-bounds @18
// expect: bug out-of-bounds @23
// expect: incomplete address-dependent
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
static int global = 1;
static int *cut(int *p) { return (int *)(uintptr_t)(uint32_t)(uintptr_t)p; }

static int of_global(void) {
  return *cut(&global);
}

static int of_local(void) {
  int local = 2;
  return *cut(&local);
}

static int of_heap(void) {
  int *p = calloc(1, sizeof *p);
  return *cut(p);
}

int main(void) {
  switch (klee_range(0, 3, "which")) {
    case 0: return of_global();
    case 1: return of_local();
  }
  return of_heap();
}
