// A number that is not stored is converted: errno says whether it is in range.
// expect: safe
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
  errno = 0;
  assert(sscanf("12 1.5", "%*d%*f") == 0 && !errno);
  assert(sscanf("999999999999999999999", "%*d") == 0 && errno == ERANGE);
  errno = 0;
  assert(sscanf("1e999", "%*lf") == 0 && errno == ERANGE);
  return 0;
}
