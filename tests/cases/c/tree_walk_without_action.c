// As in glibc, a walk without an action does nothing.
// expect: safe
#include <search.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  static int key = 1;
  void *root = NULL;
  tsearch(&key, &root, compare);
  twalk(root, NULL);
  tdelete(&key, &root, compare);
  return 0;
}
