// A stream is gone once it is closed.
// expect: bug use-after-free @9
#include <stdio.h>
int main(void) {
  FILE *file = fopen("x", "w");
  if (!file) return 1;
  fputc('a', file);
  fclose(file);
  fputc('b', file);
  return 0;
}
