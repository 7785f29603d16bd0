// Each round of a loop and each call has variables of its own; a library function's are none of the program's.
// expect: bug assertion @21
// expect: bug assertion @22
// options: --uninitialized-as input
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
static int fresh(void) {
  int value, *address = &value;
  return *address;
}
int main(void) {
  int rounds = klee_range(0, 3, "rounds"), different = 0;
  char text[20];
  snprintf(text, sizeof text, "%d", rounds);
  for (int i = 0, last = 0; i < rounds; i++) {
    int inner;
    if (i > 0 && inner != last) different = 1;
    last = inner;
  }
  assert(!different);
  assert(fresh() != 5 || fresh() != 6);
  return 0;
}
