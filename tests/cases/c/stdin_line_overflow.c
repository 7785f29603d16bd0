// A line is as long as the input likes.
// options: --stdin 4
// expect: bug out-of-bounds @9
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[6], word[3];
  if (!fgets(line, sizeof line, stdin)) return 0;
  strcpy(word, line);
  return word[0] == 'x';
}
