// As index_printed.c: the number that fails is no member, but one of a few others.
// options: --index doubles --index-outside general --index-rounds 0
// expect: bug assertion @14
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[32];
  int n = klee_range(1, 6, "n");
  double x = n / 8.0;
  snprintf(text, sizeof text, "%g", x);
  assert(text[0] == '0' && text[1] == '.');
  assert(strcmp(text, "0.375") != 0);
  return 0;
}
