// The index wraps around before the check.
// expect: bug out-of-bounds @11
#include <klee/klee.h>
int main(void) {
  unsigned char table[200] = {0}, start, offset;
  klee_make_symbolic(&start, 1, "start");
  klee_make_symbolic(&offset, 1, "offset");
  unsigned char sum = (unsigned char)(start + offset);
  if (sum < 100 && start >= 200) {
    if (table[sum]) return 1;
    return table[start - 1];
  }
  return 0;
}
