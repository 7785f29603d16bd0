// Numbers that are too small for their type are out of range, unless they are exact.
// expect: safe
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
static int is_out_of_range(double value) {
  int was = errno;
  errno = 0;
  return was == ERANGE && value < 1;
}
int main(void) {
  assert(is_out_of_range(strtod("1e-400", NULL)));
  assert(is_out_of_range(strtod("1e-310", NULL)));
  assert(!is_out_of_range(strtod("1e-300", NULL)));
  assert(!is_out_of_range(strtod("0x1p-1074", NULL)));
  assert(is_out_of_range(strtod("0x1.8p-1074", NULL)));
  assert(!is_out_of_range(strtod("0e-999", NULL)));
  assert(is_out_of_range(strtof("1e-40", NULL)) && is_out_of_range(strtof("-1e-50", NULL)));
  assert(!is_out_of_range((double)strtold("1e-400", NULL)));
  assert(strtod("1e400", NULL) > 0 && errno == ERANGE);
  return 0;
}
