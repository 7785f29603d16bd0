// A scaled offset that wraps around the address space is outside of the object, not another element of it.
// expect: bug out-of-bounds @11
// expect: bug out-of-bounds @17
// expect: bug out-of-bounds @22
// expect: bug out-of-bounds @29
#include <stdlib.h>
#include <klee/klee.h>

static int constant(void) {
  int a[4] = {1, 2, 3, 4};
  return a[0x4000000000000001];
}

static int global[4] = {1, 2, 3, 4};

static int constant_of_global(void) {
  return global[0x4000000000000001];
}

static int variable(size_t index) {
  int *a = calloc(4, sizeof *a);
  return a ? a[index] : 0;
}

static short known(void) {
  short a[4] = {0};
  size_t index = 1;
  index |= (size_t)1 << 63;
  return a[index];
}

int main(void) {
  size_t index;
  klee_make_symbolic(&index, sizeof index, "index");
  switch (klee_range(0, 4, "which")) {
    case 0: return constant();
    case 1: return constant_of_global();
    case 2:
      klee_assume(index > 0x4000000000000000 && index < 0x4000000000000003);
      return variable(index);
  }
  return known();
}
