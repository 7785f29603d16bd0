// Two failures on one path, each found.
// expect: bug out-of-bounds @7
// expect: bug division-by-zero @8
#include <klee/klee.h>
int main(void) {
  int a[4] = {1, 2, 3, 4}, i = klee_int("i"), d = klee_int("d");
  int v = a[i];
  return v / d == 9;
}
