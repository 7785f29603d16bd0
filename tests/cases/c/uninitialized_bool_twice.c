// A later use of the same `_Bool` is reported as well, whatever value the replay has for it.
// expect: bug uninitialized @9
// expect: bug uninitialized @10
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
int main(void) {
  bool *set = malloc(1);
  if (*set) {
    assert((int)*set == 1);
  }
  free(set);
  return 0;
}
