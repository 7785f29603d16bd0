// Allocation that may fail, and is not checked.
// expect: bug null-dereference @7
// options: --malloc-may-fail
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 5;
  free(p);
  return 0;
}
