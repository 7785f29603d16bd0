// A function called from two places fails only from one; the line is reported once.
// expect: bug out-of-bounds @5
#include <klee/klee.h>
static int get(const int *a, int i) {
  return a[i];
}
int main(void) {
  int a[4] = {1, 2, 3, 4}, i = klee_range(0, 5, "i");
  return get(a, 1) + get(a, i) == 100;
}
