// The buffer of a stream must live until the stream is closed or the program ends.
// expect: bug use-after-free @11
#include <stdio.h>
static void set(void) {
  char buffer[100];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  printf("one\n");
}
int main(void) {
  set();
  printf("two\n");
  return 0;
}
