// What ended a line, a newline or the end of the file, is decided where the program asks for it: one path for each length of a line.
// options: --stdin 3
// expect: safe
// paths: 4
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = 0;
  size_t room = 0;
  ssize_t n = getline(&line, &room, stdin);
  if (n < 0) {
    assert(feof(stdin) && !ferror(stdin));
    return 0;
  }
  int is_whole = line[n - 1] == '\n', at_end = feof(stdin) != 0;
  assert(is_whole ^ at_end);
  free(line);
  return 0;
}
