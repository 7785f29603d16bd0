// The last character of an empty line: natively, the arithmetic is reported before the access.
// expect: bug out-of-bounds @11
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *line = calloc(4, 1);
  if (!line) return 0;
  klee_make_symbolic(line, 3, "line");
  int ends = line[strlen(line) - 1] == '\n';
  free(line);
  return ends;
}
