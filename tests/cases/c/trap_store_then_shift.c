// A byte changed through a symbolic index in the middle of a wider value.
// expect: bug assertion @9
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned long words[2] = {0x1122334455667788ul, 0};
  int i = klee_range(0, 16, "i");
  ((unsigned char *)words)[i] = 0;
  assert((words[0] >> 56) == 0x11);
  assert(words[1] == 0);
  return 0;
}
