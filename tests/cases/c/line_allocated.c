// getline allocates 120 bytes before it reads, also at the end of the file, and then as much as the
// line needs or twice what there is.
// options: --stdin 2 --enable leak
// expect: bug leak @13
// expect: bug out-of-bounds @20
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *line = NULL;
  size_t room = 0;
  if (getline(&line, &room, stdin) < 0) return assert(line && room == 120), 0;
  free(line);
  FILE *file = fopen("file", "w+");
  fputs("hello\n", file);
  rewind(file);
  line = malloc(room = 2);
  assert(getline(&line, &room, file) == 6 && room == 7);
  line[7] = 0;
  return 0;
}
