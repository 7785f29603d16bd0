// Both texts of a search are strings.
// expect: bug out-of-bounds @10
// expect: bug out-of-bounds @9
#define _GNU_SOURCE
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char part[2] = {'a', 'b'};
  if (klee_range(0, 2, "case")) return strcasestr("x", part) != NULL;
  return strstr("", part) != NULL;
}
