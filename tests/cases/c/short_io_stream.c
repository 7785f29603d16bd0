// A short read of a stream leaves bytes for the descriptor.
// expect: bug abort @9
// options: --short-io 1 --stdin 2
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char c;
  if (getchar() == 'a' && read(0, &c, 1) == 1) abort();
  return 0;
}
