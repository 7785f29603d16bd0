// What printf writes.
// expect: safe
// run: exit 0
// output: 1 -2 3 ff 0XFF 17 c text 50%
// output: [   42][42   ][00042][+42][ 42]
// output: 3.142 1e+10 0.5 2.50e-01 0x1p+0
// output: 18446744073709551615 -9223372036854775808 255 -1
// output: [ab        ][   abc]
#include <limits.h>
#include <stdio.h>
int main(void) {
  printf("%d %i %u %x %#X %o %c %s %d%%\n", 1, -2, 3u, 255, 255, 15, 'c', "text", 50);
  printf("[%5d][%-5d][%05d][%+d][% d]\n", 42, 42, 42, 42, 42);
  printf("%.3f %g %g %.2e %a\n", 3.14159, 1e10, 0.5, 0.25, 1.0);
  printf("%lu %ld %hhu %hhd\n", ULONG_MAX, LONG_MIN, 255, 255);
  printf("[%-10.2s][%*s]\n", "abcdef", 6, "abc");
  return 0;
}
