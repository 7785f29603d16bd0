// bsearch in a table for a symbolic key.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
int main(void) {
  static const int table[] = {2, 3, 5, 7, 11};
  int key = klee_int("key");
  const int *found = bsearch(&key, table, 5, sizeof *table, compare);
  assert(!found == !(key == 2 || key == 3 || key == 5 || key == 7 || key == 11));
  if (found) assert(*found == key);
  return 0;
}
