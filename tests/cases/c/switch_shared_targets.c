// Cases with a common target make one path: its condition is that of all of them, and the
// default's is that of none, ranges, ends of the type and cases that lead to the default included.
// expect: safe
#include <assert.h>

unsigned char nondet_uchar(void);
int nondet_int(void);

static int kind(unsigned char c) {
  switch (c) {
  case 0: case 1: case 2: return 1;
  case 255: case 254: return 2;
  case 'a': case 'b': case 'c': case 'd': case 'f': return 3;
  case 'e': return 4;
  case 'x': case 'z': break;
  default: return 5;
  }
  return 6;
}

static int same(unsigned char c) {
  if (c <= 2) return 1;
  if (c >= 254) return 2;
  if (c == 'e') return 4;
  if (c >= 'a' && c <= 'f') return 3;
  return c == 'x' || c == 'z' ? 6 : 5;
}

static int sign(int i) {
  switch (i) {
  case -2: case -1: return -1;
  case 0: default: return 0;
  case 1: case 2: case 2147483647: return 1;
  case -2147483647 - 1: return 7;
  }
}

int main(void) {
  unsigned char c = nondet_uchar();
  assert(kind(c) == same(c));
  int i = nondet_int();
  int expected = i == -2147483647 - 1 ? 7
                 : i == -1 || i == -2 ? -1
                                      : i == 1 || i == 2 || i == 2147483647;
  assert(sign(i) == expected);
  return 0;
}
