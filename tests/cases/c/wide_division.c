// Numbers of more than 128 bits are divided and shifted by any distance.
// expect: bug division-by-zero @12
// expect: bug division-overflow @17
// expect: bug shift @19
#include <assert.h>
void klee_make_symbolic(void *start, unsigned long bytes, const char *name);
typedef _BitInt(200) wide;
static unsigned char input(const char *name) { unsigned char c; klee_make_symbolic(&c, 1, name); return c; }
int main(void) {
  wide great = ((wide)1 << 180) + 12345, least = (wide)1 << 198;
  int a = input("a"), b = input("b"), c = input("c");
  wide quotient = great / (a & 7), rest = great % (a & 7);
  assert(rest < (a & 7) && quotient > 0);
  if ((a & 7) == 5) assert(quotient == great / 5);
  least = -least - least;
  int divisor = b == 77 ? -1 : 1 + (b & 3);
  wide result = least / divisor;
  assert(result < 0 && (unsigned _BitInt(200))great / 2 == (unsigned _BitInt(200))great >> 1);
  unsigned _BitInt(200) moved = (unsigned _BitInt(200))1 << c;
  assert(moved != 0 && moved >> c == 1);
  return 0;
}
