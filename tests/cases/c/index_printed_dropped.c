// A number is printed, but the failure needs one that is not indexed.
// options: --index doubles --index-outside drop --index-rounds 0
// expect: incomplete outside-index
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[32];
  double x = __VERIFIER_nondet_double();
  snprintf(text, sizeof text, "%.3f", x);
  assert(strlen(text) != 7 || text[0] != '6');
  return 0;
}
