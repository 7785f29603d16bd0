// Only one of the cases that share a target fails.
// expect: bug assertion @13
#include <assert.h>

unsigned char nondet_uchar(void);

int main(void) {
  unsigned char c = nondet_uchar();
  switch (c) {
  case '0': case '1': case '2': case '3': case '4':
  case '5': case '6': case '7': case '8': case '9':
    c -= '0';
    assert(c * c != 49);
    break;
  }
  return 0;
}
