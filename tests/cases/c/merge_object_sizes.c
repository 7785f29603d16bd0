// Objects of different sizes: each may be filled as far as it reaches, by name or by number.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c"), size, i = klee_int("i");
  char *p;
  if (c == 1) {
    p = malloc(4);
    size = 4;
  } else {
    p = malloc(9);
    size = 9;
  }
  for (int k = 0; k < size; k++) p[k] = (char)k;
  if (i >= 0 && i < size) assert(p[i] == i);
  if (c != 1) assert(p[8] == 8);
  assert(klee_get_obj_size(p) == (size_t)size);
  free(p);
  return 0;
}
