// Checks that were put off on the path of a known input are made, and hold.
// options: --seed-input seeds/header
// expect: safe
#include <klee/klee.h>
int main(void) {
  unsigned char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  if (text[0] != 'M' || text[1] != 'A') return 0;
  unsigned a = text[2] + text[3], b = text[4] ^ text[5] >> 1;
  if (a < 2 || b < 2) return 1;
  // The number is prime.
  unsigned rest = a * b - 10007;
  unsigned wrong = 7 / rest;
  for (int i = 2; i < 4; i++) if (text[i] == ';') wrong += 100 / rest;
  return wrong;
}
