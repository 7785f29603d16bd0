// glibc's classification functions give the bit of the class, not 1.
// expect: bug assertion @16
#include <assert.h>
#include <ctype.h>
#include <wctype.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int (*volatile upper)(int) = isupper;
  unsigned char c = __VERIFIER_nondet_uchar();
  int class = upper(c);
  assert(class == 0 || class == 256);
  assert(iswupper(c) == (c < 128 ? class : 0));
  assert(!iswctype(c, wctype("space")) == !isspace(c));
  assert(class != 1 + 255 * (c == 'Z'));
}
