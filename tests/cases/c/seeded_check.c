// On the path of a known input, checks that only a backend decides wait until it was followed. They
// fail on this path only.
// options: --seed-input seeds/header
// expect: bug division-by-zero @18
// expect: bug out-of-bounds @19
#include <klee/klee.h>
int main(void) {
  unsigned char text[6];
  int cells[4] = {1, 2, 3, 4};
  klee_make_symbolic(text, sizeof text, "text");
  if (text[0] != 'M' || text[1] != 'A') return 0;
  unsigned a = text[2] << 8 | text[3], b = text[4] << 8 | text[5];
  if (a < 2 || b < 2) return 1;
  unsigned rest = a * b - 16744463;
  int wrong = 0;
  for (int i = 0; i < 2; i++) {
    // 4091 * 4093, and a sum of squares.
    if (i == 0) wrong += 7 / rest;
    else wrong += cells[1 + 3 * (a * a + b * b == 40000000)];
  }
  return text[5] == '.' ? wrong : 2;
}
