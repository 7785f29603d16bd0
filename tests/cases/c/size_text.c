// A copy of a text in memory of its length: with the byte for its end, and without.
// expect: bug out-of-bounds @18
// options: --enable leak
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char text[5];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  size_t length = strlen(text);
  char *copy = malloc(length + 1);
  strcpy(copy, text);
  assert(!strcmp(copy, text) && strlen(copy) == length);
  free(copy);
  copy = malloc(length);
  memcpy(copy, text, length + 1);
  free(copy);
  return 0;
}
