// Conversions of concrete text.
// expect: safe
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
int main(void) {
  char *end;
  assert(strtol("  -0x1fz", &end, 0) == -31 && *end == 'z');
  assert(strtoul("777", NULL, 8) == 0777 && strtol("zz", NULL, 36) == 35 * 37 && atol("12ab") == 12);
  errno = 0;
  assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
  assert(strtod("-2.5e1x", &end) == -25.0 && *end == 'x' && atof("0x1p-3") == 0.125);
  return 0;
}
