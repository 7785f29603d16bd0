// The C library's models for a long of 32 bits.
// options: -- -m32
// run: exit 0
// output: 7 1099511627776 -3 (nil) abc 1.500 ffffffff 1.25
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  printf("%d %lld %ld %p %s %.3Lf %lx %g\n", 7, 1ll << 40, -3l, (void *)0, "abc", 1.5L, ULONG_MAX, 1.25);
  errno = 0;
  assert(strtol("99999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
  assert(strtoll("-99999999999", NULL, 10) == -99999999999ll);
  assert(strtoul("-1", NULL, 10) == ULONG_MAX && strtoull("-1", NULL, 10) == ULLONG_MAX);
  long l;
  long long ll;
  double d;
  assert(sscanf("12 99999999999 2.5", "%ld %lld %lf", &l, &ll, &d) == 3);
  assert(l == 12 && ll == 99999999999ll && d == 2.5);
  int exponent;
  assert(frexp(6.0, &exponent) == 0.75 && exponent == 3);
  assert(nextafter(1.0, 2.0) > 1.0 && lrint(2.5) == 2 && labs(-4l) == 4);
  char text[8] = "abc";
  assert(strlen(strcat(text, "def")) == 6 && memchr(text, 'd', sizeof text) == text + 3);
  return 0;
}
