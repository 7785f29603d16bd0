// memcpy reads beyond its source.
// expect: bug out-of-bounds @8
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char from[8] = {0}, to[16];
  int n = klee_range(0, 17, "n");
  memcpy(to, from, (size_t)n);
  return 0;
}
