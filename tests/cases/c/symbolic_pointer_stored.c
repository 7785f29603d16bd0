// Pointers stored at a symbolic index.
// expect: bug null-dereference @13
#include <assert.h>
#include <stddef.h>
#include <klee/klee.h>
int main(void) {
  int x = 5, i = klee_range(0, 4, "i"), count = 0;
  int *slots[4] = {NULL, NULL, NULL, NULL};
  slots[i] = &x;
  for (int k = 0; k < 4; k++)
    if (slots[k]) count += *slots[k];
  assert(count == 5);
  return *slots[2];
}
