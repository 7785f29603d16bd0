// sprintf and snprintf with symbolic numbers and text.
// expect: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char buffer[16], text[3];
  int x = klee_range(-20, 120, "x");
  klee_make_symbolic(text, sizeof text, "text");
  text[2] = 0;
  int n = snprintf(buffer, sizeof buffer, "%d", x);
  assert(n == (int)strlen(buffer) && atoi(buffer) == x);
  n = snprintf(buffer, 3, "<%s>", text);
  assert(n == 2 + (int)strlen(text) && strlen(buffer) <= 2);
  return 0;
}
