// A read into a buffer that is too small fails only where so many bytes are there.
// options: --stdin 6
// expect: bug out-of-bounds @9
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *text = malloc(4);
  size_t n = fread(text, 1, 6, stdin);
  free(text);
  return n > 4;
}
