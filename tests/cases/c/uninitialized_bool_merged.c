// A `_Bool` that was written on one of two merged paths: where it was not, it has a value of its
// type. What a path wrote counts, also where it is a path by the value of uninitialized memory.
// options: --uninitialized-as input
// expect: bug sanitizer @23
// expect: bug sanitizer @27
#include <stdbool.h>
#include <stdlib.h>
#include <klee/klee.h>

bool *half_written(bool written, int value) {
  bool *flag = malloc(1);
  if (written) *(char *)flag = value;
  return flag;
}

int main(void) {
  bool *valid = half_written(klee_range(0, 2, "first"), klee_range(0, 2, "valid"));
  int count = *valid ? 1 : 2;
  int large = klee_range(0, 3, "large");
  bool *other = half_written(large < 2, large);
  if (*other) count++;
  bool *wrong = half_written(klee_range(0, 2, "second"), klee_range(1, 3, "wrong"));
  if (*wrong) count++;
  int *unset = malloc(sizeof *unset);
  bool *by_unset = malloc(1);
  *(char *)by_unset = *unset > 0 ? klee_range(0, 3, "third") : 1;
  if (*by_unset) count++;
  return count;
}
