// Random numbers that are inputs do not depend on the seed, and stay within their ranges.
// expect: bug assertion @16
// options: --random input
#include <assert.h>
#include <stdlib.h>
int main(void) {
  srand(7);
  int number = rand();
  assert(number >= 0);
  assert(random() >= 0 && lrand48() >= 0);
  long any = mrand48();
  assert(any >= -2147483648L && any <= 2147483647L);
  double part = drand48();
  assert(part >= 0 && part < 1);

  assert(number % 10 != 3);
  return 0;
}
