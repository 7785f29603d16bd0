// Lines of a symbolic input of up to three bytes: it may end anywhere, so all lengths and line breaks are met.
// options: --stdin 3
// expect: bug assertion @12
// expect: bug assertion @13
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[8];
  int lines = 0, bytes = 0, c;
  while ((c = getchar()) != EOF) lines += c == '\n', bytes++;
  assert(bytes <= 3 && lines <= bytes);
  assert(!(bytes == 3 && lines == 3));
  assert(!(bytes == 0));
  return 0;
}
