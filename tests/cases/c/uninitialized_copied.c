// Copying indeterminate bytes is fine, also those of a padded structure; so is a test that does not depend on them.
// expect: safe
#include <assert.h>
#include <string.h>
struct padded { char c; int i; char d; };
int main(void) {
  struct padded a, b, copies[2];
  a.c = 1;
  a.i = 2;
  a.d = 3;
  b = a;
  memcpy(&copies[1], &b, sizeof b);
  copies[0] = copies[1];
  assert(copies[0].c == 1 && copies[0].i == 2 && copies[0].d == 3);
  int part[4], other[4];
  part[0] = 7;
  memcpy(other, part, sizeof part);
  assert(other[0] == 7);
  return 0;
}
