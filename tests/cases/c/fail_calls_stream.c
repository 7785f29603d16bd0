// A read of a stream may fail behind its first bytes, where the end of the file is met.
// expect: bug abort @8
// options: --fail-calls 1 --stdin 1
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  if (getchar() == 'x' && getchar() == EOF && ferror(stdin))
    abort();
  return 0;
}
