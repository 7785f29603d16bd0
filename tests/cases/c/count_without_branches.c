// expect: bug assertion @21
// Counters of comparisons are choices between constants, to which comparisons and arithmetic are applied.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned char byte[6];
  klee_make_symbolic(byte, sizeof byte, "byte");
  unsigned small = 0, large = 0, hash = 7;
  unsigned char *end = byte;
  for (int i = 0; i < 6; i++) {
    small += byte[i] < 100;
    large += byte[i] >= 100;
    hash = (hash << 1) + (byte[i] < 100 ? 3 : 0);
    end += byte[i] < 100;
  }
  assert(small + large == 6);
  assert(hash >= 448 && (hash - 448) % 3 == 0);
  assert((unsigned)(end - byte) == small);
  assert(small * small <= 36 && (small << 2) % 4 == 0);
  assert(small != 4 || byte[0] == 5);
  return 0;
}
