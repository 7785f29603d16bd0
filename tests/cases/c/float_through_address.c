// Floats, doubles and long doubles that are inputs through their address: also where the program looks at the bytes, and where they are copied in part.
// expect: bug assertion @19
// expect: bug assertion @21
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
static double global[2];
int main(void) {
  float f, row[3];
  long double wide;
  klee_make_symbolic(&f, sizeof f, "f");
  klee_make_symbolic(row, sizeof row, "row");
  klee_make_symbolic(&wide, sizeof wide, "wide");
  klee_make_symbolic(global, sizeof global, "global");
  unsigned bits;
  memcpy(&bits, &f, sizeof bits);
  if (f == 1.0f) assert(bits == 0x3f800000);
  if (f == 0.0f) assert(bits << 1 == 0);
  assert(bits != 0x40490fdb || row[1] != f || f < 3);
  if (row[2] > 2 && row[2] < 3) assert(((unsigned char *)row)[11] == 0x40);
  assert(wide != 0.75L || global[1] != 1e300);
  float part[3] = {0, 1, 2};
  memcpy((char *)part + 2, (char *)row + 2, 4);
  if (row[0] == part[0]) assert((((unsigned char *)part)[2] == ((unsigned char *)row)[2]));
  return 0;
}
