// Without the kind, only accesses outside of the whole object count.
// options: --disable array-bounds
// expect: bug out-of-bounds @13
#include <klee/klee.h>
struct buffer {
  char text[4];
  int after;
};
int main(void) {
  struct buffer s = {"abc", 0};
  int i = klee_range(0, 10, "i");
  if (i < 8) return s.text[i];
  return s.text[i];
}
