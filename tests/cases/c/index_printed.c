// A number is printed: first as the numbers of the program, then as others.
// options: --index doubles --index-outside general --index-rounds 0
// expect: bug assertion @13
// expect: incomplete concretization
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[32];
  double x = __VERIFIER_nondet_double();
  snprintf(text, sizeof text, "%g", x);
  assert(strcmp(text, "0.625") != 0);
  return 0;
}
