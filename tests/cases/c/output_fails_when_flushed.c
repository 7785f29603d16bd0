// A buffer that is full is written in the call that fills it, which may fail.
// options: --fail-calls 1
// expect: bug assertion @11
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  static char text[5001];
  memset(text, 'x', 5000);
  assert(fputs("a", stdout) >= 0);
  assert(fputs(text, stdout) >= 0);
  return 0;
}
