// Texts of NaN with content, and numbers that are normal only once they are rounded.
// expect: safe
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *end;
  char text[32];
  assert(isnan(strtod("-nan(12)", &end)) && *end == 0);
  assert(isnan(strtod("nan(1 2)", &end)) && *end == '(');
  errno = 0;
  assert(strtof("1.17549429e-38", NULL) > 0 && errno == ERANGE);
  errno = 0;
  assert(strtof("1.17549435e-38", NULL) > 0 && errno == 0);
  assert(snprintf(text, sizeof text, "%2$s-%1$d %3$ls", 5, "x", L"w") == 5 && strcmp(text, "x-5 w") == 0);
  return 0;
}
