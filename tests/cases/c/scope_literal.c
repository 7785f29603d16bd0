// A compound literal lives as long as its block, and each round of a loop has one of its own.
// expect: bug use-after-free @12
// expect: bug use-after-free @19
#include <klee/klee.h>
#include <stddef.h>

static int left(int c) {
  const int *p = NULL;
  if (c) {
    p = (int[]){c, 2};
  }
  return p ? p[1] : 0;
}

static int earlier_round(int c) {
  int *before = NULL, sum = 0;
  for (int i = 0; i < 2; i++) {
    int *now = &(int){c + i};
    if (before) sum += *before;
    before = now;
  }
  return sum;
}

int main(void) {
  if (klee_range(0, 2, "which")) return left(klee_range(0, 3, "c"));
  return earlier_round(klee_range(0, 3, "c"));
}
