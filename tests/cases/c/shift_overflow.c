// A signed left shift that moves a bit into the sign, or out at the top, or shifts a negative number.
// options: --enable shift-overflow
// expect: bug shift-overflow @12
// expect: bug shift-overflow @13
// expect: bug shift-overflow @14
// expect: bug shift-overflow @15
#include <klee/klee.h>
int main(void) {
  unsigned char byte = klee_int("byte");
  int negative = klee_int("negative"), distance = klee_range(0, 32, "distance");
  klee_assume(negative < 0);
  int top = byte << 24;
  long wide = (long)byte << (distance + 30);
  int one = 1 << distance;
  int shifted = negative << 1;
  return (top ^ wide ^ shifted ^ one) == 17;
}
