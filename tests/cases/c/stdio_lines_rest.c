// After a line, reading goes on where it ended; behind a line without a newline there is nothing. A line as long as the buffer has neither.
// options: --stdin 4
// expect: bug assertion @17
// expect: bug assertion @18
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[4];
  if (!fgets(line, sizeof line, stdin)) return feof(stdin) ? 0 : 1;
  size_t n = strlen(line);
  if (!n) return 2;
  int is_whole = line[n - 1] == '\n';
  int next = getchar();
  if (!is_whole && n < 3 && next == EOF) assert(feof(stdin));
  if (is_whole) assert(next == EOF);
  if (n == 3 && !is_whole) assert(next != 'x');
  return 0;
}
