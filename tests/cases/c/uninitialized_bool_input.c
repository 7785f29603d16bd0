// Where what was never written is an input, a `_Bool` of it is true or false; one that was written
// as something else is neither.
// options: --uninitialized-as input
// expect: bug assertion @15
// expect: bug sanitizer @18
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <klee/klee.h>

struct flags { char kind; bool set; };

int main(void) {
  bool plain;
  assert(!plain);
  struct flags *flags = malloc(sizeof *flags);
  if (klee_range(0, 2, "write")) *(char *)&flags->set = klee_range(0, 3, "value");
  if (flags->set) assert((int)flags->set == 1);
  free(flags);
  return 0;
}
